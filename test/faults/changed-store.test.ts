import assert from 'node:assert/strict'
import { copyFileSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Engine, engines, freshDatabase } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const headers = { ...bearer(key), 'content-type': 'application/json' }
const settings = { BOOTSTRAP_KEY: key, SECRET_KEY: 'a key of tests and of nobody else' }

/** Runs statements in one transaction, as the migrations of another version do. */
const change = async (url: string, statements: readonly string[]): Promise<void> => {
  const text = statements.join('; ')
  if (url.startsWith('sqlite:')) {
    const connection = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 10_000 })
    connection.exec(`BEGIN IMMEDIATE; ${text}; COMMIT`)
    connection.close()
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`BEGIN; ${text}; COMMIT`)
  await client.end()
}

/** The record of a migration that this version does not know. */
const record = (name: string, isAdditive: boolean): string[] => [
  `insert into kysely_migration (name, timestamp) values ('${name}', '2030-01-01T00:00:00.000Z')`,
  `insert into migration_notes (name, version, is_additive) values ('${name}', '9.0.0', ${isAdditive ? 1 : 0})`,
]

const forget = (name: string): string[] =>
  ['kysely_migration', 'migration_notes'].map((table) => `delete from ${table} where name = '${name}'`)

const send = (server: Server, method: string, path: string, body?: object) =>
  server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })

const addPet = (server: Server) => send(server, 'POST', '/v1/pets', { name: 'Biscuit', categoryId: 1 })

const isReady = async (server: Server): Promise<boolean> => (await server.fetch('/readyz')).status === 200

const responseOf = async (response: Response) => ({
  status: response.status,
  body: await response.text(),
})

/** Clients that read and write until they are stopped. Returns the statuses of their responses. */
const load = (server: Server) => {
  const statuses = new Map<string, number>()
  let isStopped = false
  const requests: (() => Promise<{ status: number; body: string }>)[] = [
    () => addPet(server),
    () => send(server, 'PATCH', '/v1/pets/1', { name: `Waffles ${Math.random()}` }),
    () => send(server, 'PUT', '/v1/categories/1', { name: `cats ${Math.random()}` }),
    () => send(server, 'GET', `/v1/pets?name=${Math.random()}`),
    () => send(server, 'GET', '/v1/animals'),
    () => send(server, 'GET', '/v1/store/orders'),
    () => fetch(`${server.address}/v1/pets/1`, { headers }).then(responseOf),
    () => server.fetch(`/v1/pets?name=${Math.random()}`, { headers: bearer(newKey()) }),
    () => server.fetch('/adopt', { headers: { accept: 'text/html' } }),
  ]
  const running = requests.map(async (request) => {
    while (!isStopped) {
      const { status, body } = await request()
      statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1)
      assert.ok(status < 500 || status === 503, body)
      await sleep(2)
    }
  })
  const all = Promise.all(running)
  return {
    statuses,
    during: (work: Promise<unknown>) => Promise.race([all, work]),
    async end() {
      isStopped = true
      await all
    },
  }
}

const assertRejected = (response: Awaited<ReturnType<typeof addPet>>): void => {
  assert.equal(response.status, 503, response.body)
  assert.equal(response.json().code, 'service_unavailable')
  assert.ok(Number(response.headers.get('retry-after')) >= 1)
}

const startOn = async (engine: Engine) => {
  const store = await freshDatabase(engine)
  const media = temporaryFolder()
  const server = await startServer({
    folder: '',
    settings: {
      ...settings,
      DATABASE_URL: store.url,
      MEDIA_URL: media.path,
      DATABASE_DEADLINE_MS: '10000',
    },
  })
  return {
    url: store.url,
    server,
    async [Symbol.asyncDispose]() {
      await server.kill()
      await store.remove()
      media.remove()
    },
  }
}

for (const engine of engines) {
  test(`a server whose tables a newer version changes is not ready, and responds with 503 and never 500 (${engine})`, async () => {
    await using started = await startOn(engine)
    const { server, url } = started
    assert.equal((await addPet(server)).status, 201)
    const clients = load(server)
    await change(url, [...record('9998-additive', true), 'alter table pets add column tail text'])
    await clients.during(sleep(1_500))
    assert.ok(await isReady(server), 'an additive migration disturbs nobody')
    assert.equal((await addPet(server)).status, 201)

    const renames = ['alter table pets rename column name to title', 'alter table api_keys rename column name to title']
    await change(url, [...renames, ...record('9999-breaking', false)])
    await clients.during(eventually('it is not ready', async () => !(await isReady(server))))
    await clients.during(sleep(500))
    assertRejected(await addPet(server))
    // This write would succeed, and may be wrong.
    assertRejected(await send(server, 'PUT', '/v1/categories/1', { name: 'dogs' }))
    assert.equal((await server.fetch('/healthz')).status, 200)
    const reported = () => server.output.filter((line) => line.includes('"schema_changed"'))
    await eventually('the log says why', () => reported().length === 1)
    const line = JSON.parse(reported()[0] ?? '')
    assert.match(line.msg, /^not ready: /)
    assert.match(line.cause, /version 9\.0\.0.*9999-breaking/)
    // Requests that waited for the table while it was changed may have failed before.
    const since = server.output.indexOf(reported()[0] ?? '')
    const failed = server.output.slice(since).filter((text) => text.includes('background work failed'))
    assert.ok(failed.length < 3, failed.join('\n'))

    const back = renames.map((text) => text.replace('name to title', 'title to name'))
    await change(url, [...back, ...forget('9999-breaking')])
    await eventually('it is ready again, without a restart', () => isReady(server))
    await clients.end()
    assert.equal((await addPet(server)).status, 201)
    assert.ok((clients.statuses.get('503') ?? 0) > 0)
    assert.equal(await server.stop(), 0)
  })

  test(`a server whose store is replaced by one of an earlier version, or is emptied, is not ready (${engine})`, async () => {
    await using started = await startOn(engine)
    const { server, url } = started
    const last = `(select max(name) from migration_notes)`
    await change(url, [`delete from kysely_migration where name = ${last}`])
    await eventually('it is not ready', async () => !(await isReady(server)))
    assertRejected(await addPet(server))
    await change(url, [`insert into kysely_migration (name, timestamp) values (${last}, '2030-01-01T00:00:00.000Z')`])
    await eventually('it is ready again', () => isReady(server))
    const clients = load(server)
    await change(url, ['drop table kysely_migration', 'alter table pets rename to others'])
    await clients.during(eventually('it is not ready', async () => !(await isReady(server))))
    await clients.end()
    assertRejected(await addPet(server))
  })
}

test('a server whose SQLite file is moved or replaced rejects writes until that file is back', async () => {
  await using started = await startOn('sqlite')
  const { server, url } = started
  const path = url.slice('sqlite:'.length)
  assert.equal((await addPet(server)).status, 201)
  renameSync(path, `${path}.moved`)
  await eventually('it is not ready', async () => !(await isReady(server)))
  assertRejected(await addPet(server))
  copyFileSync(`${path}.moved`, path)
  await sleep(1_100)
  assert.equal(await isReady(server), false)
  assertRejected(await addPet(server))
  renameSync(`${path}.moved`, path)
  await eventually('it is ready again', () => isReady(server))
  assert.equal((await addPet(server)).status, 201)
  assert.match(server.output.join('\n'), /"database_replaced"/)
})
