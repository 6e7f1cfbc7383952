import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { migrations } from '../../server/program/schema/migrations.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const headers = { ...bearer(key), 'content-type': 'application/json' }
const settings = { BOOTSTRAP_KEY: key }
const WRITERS = 16

const failureOf = (command: ReturnType<typeof cli>) =>
  command.then(
    ({ stdout }) => assert.fail(`it succeeded: ${stdout}`),
    (error): { code: number; stdout: string; stderr: string } => error,
  )

/** Adds animals until it is stopped, and records those that were acknowledged. */
const writeLoad = (server: Server) => {
  const acknowledged: number[] = []
  let isStopped = false
  const writer = async () => {
    while (!isStopped) {
      const body = JSON.stringify({ name: 'Under load', categoryId: 1 })
      const answer = await server.fetch('/v1/pets', { method: 'POST', headers, body })
      assert.equal(answer.status, 201)
      acknowledged.push(answer.json().id)
    }
  }
  const running = Promise.all(Array.from({ length: WRITERS }, writer))
  return {
    acknowledged,
    async stop() {
      isStopped = true
      await running
    },
  }
}

const idsIn = (path: string): Set<number> => {
  const store = new DatabaseSync(path)
  try {
    assert.equal(store.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
    return new Set(
      store
        .prepare('select id from pets')
        .all()
        .map(({ id }) => Number(id)),
    )
  } finally {
    store.close()
  }
}

test('a backup under write load restores to a valid store with every write that was acknowledged before', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const server = await startServer({ folder: folder.path, settings })
  await using _server = server
  const load = writeLoad(server)
  // As if an earlier backup had been killed.
  writeFileSync(at(`backup-1.db.${2 ** 31 - 1}-0123456789ab.part`), 'half of a copy')
  for (const round of [1, 2, 3]) {
    const { length } = load.acknowledged
    await eventually('there is load', () => load.acknowledged.length > length + 300)
    const before = [...load.acknowledged]
    const file = at(`backup-${round}.db`)
    const { stdout, stderr } = await server.cli('backup', file, '--json')
    assert.equal(stderr, '')
    const { rows, version } = JSON.parse(stdout)
    assert.equal(version, Object.keys(migrations).at(-1))
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const ids = idsIn(file)
    assert.equal(ids.size, rows.pets)
    assert.deepEqual(
      before.filter((id) => !ids.has(id)),
      [],
    )
  }
  assert.deepEqual(
    readdirSync(folder.path).filter((name) => name.includes('.part')),
    [],
  )

  const refused = await failureOf(server.cli('restore', at('backup-1.db')))
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /a program has .*store\.db open: stop every server/)
  assert.equal((await server.fetch('/v1/pets?limit=1', { headers })).status, 200)
  await load.stop()
  // Its WAL is left behind, and must not become part of the restored store.
  await server.kill()
  const last = idsIn(at('backup-3.db'))
  assert.ok(last.size < load.acknowledged.length, 'the load went on after the backup')
  const { stdout } = await server.cli('restore', at('backup-3.db'), '--replace', '--json')
  const { kept, rows } = JSON.parse(stdout)
  assert.equal(rows.pets, last.size)
  assert.deepEqual(idsIn(at('store.db')), last)
  assert.equal(statSync(at('store.db')).mode & 0o777, 0o600)
  const old = idsIn(kept)
  assert.deepEqual(
    load.acknowledged.filter((id) => !old.has(id)),
    [],
    'the previous file is kept complete',
  )

  await using again = await startServer({ folder: folder.path, settings })
  const counts = (await again.fetch('/v1/store/inventory', { headers })).json()
  assert.deepEqual(counts, { available: last.size, pending: 0, sold: 0 })
})

test('a backup that is stopped leaves no file behind', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const environment = { DATABASE_URL: `sqlite:${at('store.db')}` }
  let rows = 5_000
  const fill = async () => {
    writeFileSync(at('animals.csv'), `name,categoryId\n${`Biscuit ${rows},7\n`.repeat(rows)}`)
    await cli(environment, 'import', at('animals.csv'))
  }
  await fill()
  const filesOf = () => readdirSync(folder.path).filter((name) => name.startsWith('stopped.db'))
  const main = new URL('../../server/main.ts', import.meta.url).pathname
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    for (;;) {
      const env = { ...basicEnvironment, ...environment }
      const child = spawn(process.execPath, [main, 'backup', at('stopped.db')], { env })
      const ended = once(child, 'exit')
      await eventually('the copy began', () => filesOf().length > 0)
      child.kill(signal)
      const [code] = await ended
      if (code !== 0) break
      // It was done before it could be stopped: the next store is larger.
      rmSync(at('stopped.db'))
      rows *= 2
      await fill()
    }
    assert.deepEqual(filesOf(), [])
  }
})

test('restore accepts only a valid store, and otherwise changes nothing', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const environment = { DATABASE_URL: `sqlite:${at('store.db')}` }
  const run = (...args: string[]) => cli(environment, ...args)
  writeFileSync(at('animals.csv'), `name,categoryId\n${'Biscuit,7\n'.repeat(5_000)}`)
  await run('import', at('animals.csv'))
  await run('backup', at('good.db'))
  const there = await failureOf(run('backup', at('good.db')))
  assert.match(there.stderr, /already exists; --force replaces it/)
  await run('backup', at('good.db'), '--force')

  await run('backup', at('cut.db'))
  truncateSync(at('cut.db'), 100_000)
  await run('backup', at('later.db'))
  const later = new DatabaseSync(at('later.db'))
  later.exec("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')")
  later.close()
  await run('backup', at('miscounted.db'))
  const miscounted = new DatabaseSync(at('miscounted.db'))
  miscounted.exec('delete from pets where id = 3')
  miscounted.close()
  const other = new DatabaseSync(at('other.db'))
  other.exec('create table things (id)')
  other.close()
  writeFileSync(at('text.db'), 'no database at all, though it is long enough to be one'.repeat(50))

  const before = readFileSync(at('store.db'))
  const refusals: Record<string, RegExp> = {
    'cut.db': /damaged|not a store/,
    'later.db': /of a later version of this program \(9999-later\)/,
    'miscounted.db': /counts 5000 animals and has 4999/,
    'other.db': /a database of another program/,
    'text.db': /not a store/,
    'none.db': /there is no file/,
    '.': /is not a file/,
  }
  for (const [name, reason] of Object.entries(refusals)) {
    const { code, stderr } = await failureOf(run('restore', at(name)))
    assert.equal(code, 1)
    assert.match(stderr, reason)
  }
  assert.ok(readFileSync(at('store.db')).equals(before))
  assert.deepEqual(
    readdirSync(folder.path).filter((name) => /part|before-restore/.test(name)),
    [],
  )

  // A damaged store is the usual reason for a restore.
  await run('restore', at('good.db'), '--replace')
  writeFileSync(at('store.db'), 'broken '.repeat(10_000))
  const unsure = await failureOf(run('restore', at('good.db')))
  assert.match(unsure.stderr, /unknown whether a server uses it.*--force/)
  await run('restore', at('good.db'), '--force')
  assert.equal(idsIn(at('store.db')).size, 5_000)
})

test('on PostgreSQL, backup and restore say what to run, without the password, and fail', async () => {
  const DATABASE_URL = 'postgres://me@db.example:5432,other/store?sslmode=verify-full&password=hunter2'
  for (const [command, program] of [
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ] as const) {
    const { code, stderr, stdout } = await failureOf(cli({ DATABASE_URL }, command, "it's.dump"))
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      new RegExp(`${program} .*--dbname='postgres://me@db.example:5432,other:5432/store\\?sslmode=verify-full'`),
    )
    assert.ok(stderr.includes(`'it'\\''s.dump'`))
    assert.equal(stderr.includes('hunter2'), false)
    assert.equal(existsSync("it's.dump"), false)
  }
})
