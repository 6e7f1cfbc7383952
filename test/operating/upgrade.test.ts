import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { hashToken } from '../../server/requests/access/token.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { runCommand } from '../harness/commands.ts'
import { digestsIn } from '../harness/digests.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { oldExport, oldVersions, placeOldStore } from '../harness/old-stores.ts'
import { cli, cliProgram, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const main = new URL('../../server/main.ts', import.meta.url).pathname

type Row = Record<string, unknown>

const readAll = (path: string): Map<string, Row[]> => {
  using database = new DatabaseSync(path)
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^(kysely_|listing_|migration_notes)/.test(name))
  return new Map(
    tables.map((table) => {
      const statement = database.prepare(`select * from ${table} order by 1, 2`)
      statement.setReadBigInts(true)
      return [table, statement.all()]
    }),
  )
}

/** The intended changes of the upgrade from 1.0.0: the accounts of order events, and the scopes of keys. */
const changedColumns = new Set(['events.account_id', 'api_keys.scopes'])
/** An account with the name that earlier versions gave it has that of new stores. */
const renamed = (row: Record<string, unknown>) =>
  row.name === 'first account' ? { ...row, name: 'Your shelter' } : { ...row }

for (const version of oldVersions) {
  test(`migrate keeps every row and every value of a store of ${version}`, async () => {
    using folder = temporaryFolder()
    const path = placeOldStore(version, folder.path)
    const before = readAll(path)
    const environment = { DATABASE_URL: `sqlite:${path}` }
    const { stdout, stderr } = await cli(environment, 'migrate')
    assert.match(stdout, /The database is up to date\.\n$/)
    if (version === '1.1.0') assert.equal(stderr, '')
    const after = readAll(path)
    assert.equal(before.get('pets')?.length, 60)
    for (const [table, rows] of before) {
      const kept = after
        .get(table)
        // Species get categories after the existing ones.
        ?.slice(0, table === 'categories' ? rows.length : undefined)
        .map((row, at) =>
          Object.fromEntries(
            Object.keys(rows[at] ?? {}).map((column) => [
              column,
              changedColumns.has(`${table}.${column}`) ? rows[at]?.[column] : row[column],
            ]),
          ),
        )
      assert.deepEqual(kept, table === 'accounts' ? rows.map(renamed) : rows.map((row) => ({ ...row })), table)
    }
    const verify = () => runCommand({ args: ['audit', 'verify'], environment })
    const sound = await verify()
    assert.equal(sound.code, 0, sound.stdout)
    if (version === '1.0.0') assert.match(sound.stdout, /^1 entry is as it was written\.\nThe log begins at /)
    // A second run changes nothing.
    const files = digestsIn(folder.path)
    await cli(environment, 'migrate')
    assert.deepEqual(digestsIn(folder.path), files)
    // Not even of a log whose entries somebody has removed.
    using database = new DatabaseSync(path)
    database.exec('delete from audit_log')
    const removed = await verify()
    assert.equal(removed.code, 1)
    assert.match(removed.stdout, /missing at the end/)
  })

  test(`serve upgrades a store of ${version}, and its clients notice nothing`, async () => {
    using folder = temporaryFolder()
    const path = placeOldStore(version, folder.path)
    const keys = [newKey(), newKey()] as const
    setKeys(path, keys)
    const before = readAll(path)
    await using server = await startServer({ folder: folder.path })
    assert.ok(server.output.some((line) => line.includes('"msg":"the database is upgraded"')))
    const get = async (url: string, key: string) => {
      const response = await server.fetch(url, { headers: bearer(key) })
      assert.equal(response.status, 200, `${url}: ${response.body}`)
      return response.json()
    }
    const pets = await get('/v1/pets?limit=100', keys[0])
    assert.deepEqual(
      pets.map(({ id, name }: Row) => [id, name]),
      before.get('pets')?.map(({ id, name }) => [Number(id), name]),
    )
    assert.equal((await get('/v1/pets?limit=100', keys[1])).length, 60)
    const orders = await get('/v1/store/orders?limit=100', keys[0])
    assert.deepEqual(
      orders.map(({ id, petId, customer }: Row) => [id, petId, (customer as Row | undefined)?.name]),
      before.get('orders')?.map((order) => [Number(order.id), Number(order.pet_id), order.customer_name]),
    )
    const hooks = await get('/v1/webhooks', keys[0])
    assert.equal(hooks.length, before.get('webhooks')?.length)
    const categories = await get('/v1/categories', keys[0])
    // Three of the ten categories of species existed already.
    assert.deepEqual(
      categories.slice(0, 3).map(({ name }: Row) => name),
      before.get('categories')?.map(({ name }) => name),
    )
    assert.equal(categories.length, 10)
    const body = JSON.stringify({ name: 'Új 小梅', categoryId: 1 })
    const headers = { ...bearer(keys[0]), 'content-type': 'application/json' }
    const created = await server.fetch('/v1/pets', { method: 'POST', headers, body })
    assert.deepEqual([created.status, created.json().id], [201, 61])
    assert.equal((await server.cli('audit', 'verify')).code, 0)
  })
}

for (const version of oldVersions) {
  test(`a store of ${version} exports the same before and after its upgrade, and again from the backup before it`, async () => {
    using folder = temporaryFolder()
    const path = placeOldStore(version, folder.path)
    const environment = { DATABASE_URL: `sqlite:${path}` }
    const backup = join(folder.path, 'before.db')
    await cli(environment, 'backup', backup)
    await cli(environment, 'migrate')
    assert.equal((await cli(environment, 'export', '-', '--format', 'csv')).stdout, oldExport(version))
    await cli(environment, 'restore', backup, '--replace')
    await cli(environment, 'migrate')
    assert.equal((await cli(environment, 'export', '-', '--format', 'csv')).stdout, oldExport(version))
    await cli(environment, 'audit', 'verify')
  })
}

const setKeys = (path: string, keys: readonly string[]): void => {
  using database = new DatabaseSync(path)
  for (const [at, key] of keys.entries()) {
    database.prepare('update api_keys set hash = ? where id = ?').run(hashToken(key), at + 1)
  }
}

for (const version of oldVersions) {
  for (const setting of ['PORT', 'METRICS_PORT']) {
    test(`a serve whose ${setting} is in use ends, and leaves a store of ${version} as it was`, async () => {
      using folder = temporaryFolder()
      const path = placeOldStore(version, folder.path)
      const before = digestsIn(folder.path)
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const address = other.address()
      const port = address instanceof Object ? address.port : assert.fail()
      const settings = { PORT: '0', [setting]: String(port), DATABASE_URL: `sqlite:${path}` }
      const failed = await cliProgram(settings, 'serve').catch((error) => error)
      other.close()
      assert.deepEqual([failed.code, failed.stdout], [1, ''])
      const text = `^error: cannot listen on 127\\.0\\.0\\.1:${port}: another program uses the port[^\\n]*\\n$`
      assert.match(failed.stderr, new RegExp(text))
      assert.deepEqual(digestsIn(folder.path), before)
    })
  }
}

/** A server that starts on a locked store, so that its upgrade waits. */
const startWaiting = async (folder: string) => {
  const store = join(folder, 'store')
  mkdirSync(store)
  const path = placeOldStore('1.0.0', store)
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN IMMEDIATE')
  const port = await freePort()
  const env = { ...basicEnvironment, PORT: String(port), DATABASE_URL: `sqlite:${path}` }
  const child = spawn(process.execPath, [main, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await eventually('it upgrades', () => output.includes('"msg":"upgrading the database"'))
  return {
    path,
    port,
    child,
    ended,
    output: () => output,
    release() {
      if (holder.isOpen) holder.close()
    },
    [Symbol.asyncDispose]: async () => {
      if (holder.isOpen) holder.close()
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('during an upgrade, a server is alive but not ready, and asks clients to retry', async () => {
  using folder = temporaryFolder()
  await using server = await startWaiting(folder.path)
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
  const health = await get('/healthz')
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }])
  for (const path of ['/readyz', '/v1/pets', '/', '/console']) {
    const response = await get(path)
    assert.equal(response.status, 503, path)
    assert.ok(Number(response.headers.get('retry-after')) > 0, path)
    const { code, requestId } = await response.json()
    assert.equal(code, 'service_unavailable')
    assert.equal(requestId, response.headers.get('x-request-id'))
  }
  server.release()
  await eventually('it is ready', async () => (await get('/readyz')).status === 200)
  assert.equal((await get('/adopt')).status, 200)
})

test('a server that is stopped during an upgrade ends at once, without changing anything', async () => {
  using folder = temporaryFolder()
  await using server = await startWaiting(folder.path)
  const before = readFileSync(server.path)
  server.child.kill('SIGTERM')
  const [code] = await server.ended
  assert.equal(code, 0)
  server.release()
  assert.ok(readFileSync(server.path).equals(before))
})
