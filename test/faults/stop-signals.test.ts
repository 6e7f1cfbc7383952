import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { connect } from '../harness/connection.ts'
import { engines } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { oldDatabase } from '../harness/old-database.ts'
import { openPostgres } from '../harness/open-store.ts'
import { sharedPostgres } from '../harness/postgres.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A signal that arrives sooner after the first belongs to the same request to stop. */
const SAME_REQUEST_MS = 500
const ROWS = 30_000

const key = newKey()
const main = new URL('../../server/main.ts', import.meta.url).pathname

/** A program that the test ends. */
const startProgram = (args: readonly string[], environment: Record<string, string>) => {
  const env = { ...basicEnvironment, ...environment }
  const child = spawn(process.execPath, [main, ...args], { env })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  return child
}

const isStopping = (server: Server) =>
  eventually('it is stopping', () => server.output.some((line) => line.includes('stopping')))

/** A server that cannot stop until the test allows it, because a request is in progress whose body has not arrived. */
const startBusy = async (folder: string) => {
  const server = await startServer({ folder, settings: { BOOTSTRAP_KEY: key } })
  const connection = await connect(server.port)
  const body = '{"name":"Biscuit","categoryId":7}'
  const { authorization } = bearer(key)
  connection.send(
    `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  assert.equal((await connection.answer())?.status, 100)
  return {
    server,
    async finish() {
      connection.send(body)
      return (await connection.answer())?.status
    },
  }
}

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const) {
  test(`a second ${signal} ends a server at once`, async () => {
    using folder = temporaryFolder()
    const { server } = await startBusy(folder.path)
    const ended = once(server.child, 'exit')
    server.child.kill(signal)
    await isStopping(server)
    await sleep(SAME_REQUEST_MS + 50)
    server.child.kill(signal)
    assert.deepEqual(await ended, [code, null])
    assert.ok(!server.output.some((line) => line.includes('"msg":"stopped"')))
  })
}

test('a Ctrl-C that arrives several times, followed by the end of the terminal, is one request to stop', async () => {
  using folder = temporaryFolder()
  const { server, finish } = await startBusy(folder.path)
  const ended = once(server.child, 'exit')
  server.child.kill('SIGINT')
  await isStopping(server)
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  await sleep(SAME_REQUEST_MS + 50)
  server.child.kill('SIGHUP')
  assert.equal(await finish(), 201)
  assert.deepEqual(await ended, [0, null])
  assert.match(server.output.at(-1) ?? '', /"msg":"stopped"/)
})

test('a server that is stopped while it upgrades PostgreSQL leaves no connection or lock behind', {
  skip: !engines.includes('postgres') && 'no PostgreSQL',
}, async () => {
  using folder = temporaryFolder()
  await using old = await oldDatabase('postgres', '0024-adoptions')
  const postgres = await sharedPostgres()
  await using watch = await openWatch(await postgres.create())
  await old.run('begin; lock table events in access exclusive mode')
  const environment = {
    DATABASE_URL: old.url,
    PORT: '0',
    MEDIA_URL: folder.path,
    AUDIT_KEY: key,
    // The connection that holds the lock of this test counts as a program of another version.
    MIGRATE: 'yes',
  }
  const server = startProgram(['serve'], environment)
  const waiting = () => watch.waitingIn(new URL(old.url).pathname.slice(1))
  await eventually('the upgrade waits for the table', async () => (await waiting()) === 1)
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
  await eventually('its connection ends', async () => (await waiting()) === 0)
  await old.run('rollback')
  await old.close()
})

/** Watches the other databases of a PostgreSQL server. */
const openWatch = async (url: string) => {
  const database = await openPostgres({ url })
  return {
    async waitingIn(name: string): Promise<number> {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) as count from pg_stat_activity
        where datname = ${name} and wait_event_type = 'Lock'`.execute(database.read)
      return Number(rows[0]?.count)
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      await (await sharedPostgres()).drop(url)
    },
  }
}

/** A store with animals, and a folder for what commands write. */
const filledStore = async (folder: string) => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'store.db')}`, TMPDIR: folder }
  const rows = Array.from({ length: ROWS }, (_, at) => `Biscuit ${at},7`)
  const file = join(folder, 'in.csv')
  writeFileSync(file, `name,categoryId\n${rows.join('\n')}\n`)
  await cli(environment, 'import', file)
  const out = join(folder, 'out')
  mkdirSync(out)
  return { environment, out }
}

/** Stops a command after it has begun to write. Returns its exit code and the files that it has left. */
const stopAtWork = async (child: ChildProcess, folder: string): Promise<[number, string[]]> => {
  child.stderr?.resume()
  const ended = once(child, 'exit')
  const hasBegun = () => child.exitCode !== null || readdirSync(folder).length > 0
  await eventually('it writes', hasBegun)
  child.kill('SIGTERM')
  const [code] = await ended
  return [code, readdirSync(folder)]
}

test('an export, a backup and a copy that are stopped leave no partial file', async () => {
  using folder = temporaryFolder()
  const { environment, out } = await filledStore(folder.path)
  const commands: Record<string, (file: string) => string[]> = {
    export: (file) => ['export', file],
    backup: (file) => ['backup', file],
    copy: (file) => ['copy', '--to', `sqlite:${file}`],
  }
  for (const [name, argsFor] of Object.entries(commands)) {
    let code = 0
    // If it ends before the signal arrives, it is tried again.
    for (let attempt = 0; code === 0 && attempt < 5; attempt += 1) {
      const own = join(out, `${name}-${attempt}`)
      mkdirSync(own)
      const child = startProgram(argsFor(join(own, 'file.csv')), environment)
      const [ended, left] = await stopAtWork(child, own)
      code = ended
      // A copy leaves the new store without rows, so that it can be run again.
      const expected = code === 0 || name === 'copy' ? ['file.csv'] : []
      assert.deepEqual(
        left.filter((file) => !file.endsWith('.key')),
        expected,
        name,
      )
    }
    assert.equal(code, 143, name)
  }
})

test('an import that waits for its input, and an export that waits for its reader, end on a signal', async () => {
  using folder = temporaryFolder()
  const { environment } = await filledStore(folder.path)
  const spooled = () => readdirSync(folder.path).filter((name) => name.startsWith('adoption-import'))
  const importing = startProgram(['import', '-', '--format', 'csv'], environment)
  importing.stdin?.write('name,categoryId\nBiscuit,7\n')
  await eventually('it reads its input', () => spooled().length > 0)
  importing.kill('SIGINT')
  assert.deepEqual(await once(importing, 'exit'), [130, null])
  assert.deepEqual(spooled(), [])

  const exporting = startProgram(['export', '-', '--format', 'ndjson'], environment)
  const ended = once(exporting, 'exit')
  await once(exporting.stdout ?? assert.fail(), 'readable')
  exporting.kill('SIGTERM')
  assert.deepEqual(await ended, [143, null])
  assert.ok(!existsSync(join(folder.path, 'store.db-wal')))
})
