import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { addPet, petNames } from '../../server/platform/storage/database.contract.ts'
import { runCommand } from '../harness/commands.ts'
import { isFault, runDoctor } from '../harness/doctor.ts'
import { freshDatabase } from '../harness/engines.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { openPostgres } from '../harness/open-store.ts'
import { startPgbouncer, whyNoPgbouncer } from '../harness/pgbouncer.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const skip = whyNoPostgres() ?? whyNoPgbouncer() ?? false
const postgres = skip ? undefined : await sharedPostgres()

const newDatabase = () => postgres?.create() ?? assert.fail()
const shared = /DATABASE_URL leads to a pooler that lets sessions share connections.*pool_mode=session/

test('reads, writes and timeouts work the same through our PgBouncer configuration', {
  skip,
}, async () => {
  const { url, remove } = await freshDatabase('postgres')
  await using bouncer = await startPgbouncer(url)
  const database = await openPostgres({ url: bouncer.url, deadlineMs: 60_000 })
  await Promise.all(Array.from({ length: 20 }, (_, at) => addPet(database, `${at}`)))
  assert.equal((await petNames(database)).length, 20)
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as timeout,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('transaction_read_only') as read_only,
      current_setting('synchronous_commit') as commits`.execute(database.read)
  assert.deepEqual(rows, [{ timeout: '59900ms', idle: '5s', read_only: 'on', commits: 'on' }])
  await database.close()
  await remove()
})

test('a server works through it, and doctor reports no problems', { skip }, async (t) => {
  const { url, remove } = await freshDatabase('postgres')
  await using bouncer = await startPgbouncer(url)
  const key = newKey()
  using folder = temporaryFolder()
  const settings = {
    DATABASE_URL: bouncer.url,
    BOOTSTRAP_KEY: key,
    PORT: '0',
    // Replicas share a volume in the same way.
    MEDIA_URL: folder.path,
  }
  const server = await startServer({ folder: '', settings })
  t.after(async () => {
    await server.kill()
    await remove()
  })
  const added = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Biscuit', categoryId: 1 }),
  })
  assert.equal(added.status, 201, added.body)
  const { findings } = await runDoctor(settings)
  assert.deepEqual(findings.filter(isFault), [])
})

for (const mode of ['transaction', 'statement'] as const) {
  test(`in ${mode} mode, serve and doctor reject it with one line, even while others use it`, {
    skip,
  }, async () => {
    const url = await newDatabase()
    await using bouncer = await startPgbouncer(url, { pool_mode: mode })
    const settings = { DATABASE_URL: bouncer.url, PORT: '0' }
    const refused = async () => {
      for (const command of ['serve', 'doctor']) {
        const { code, seen } = await runCommand({ args: [command], environment: settings })
        assert.equal(code, 1)
        assert.match(seen, shared)
        assert.doesNotMatch(seen, / at .*\.ts:/)
      }
      await assert.rejects(openPostgres({ url: bouncer.url }), shared)
    }
    await refused()
    // Other clients leave idle connections behind, and take them in between.
    const others = Array.from({ length: 10 }, () => new Client({ connectionString: bouncer.url }))
    await Promise.all(others.map((other) => other.connect()))
    for (const other of others) other.on('error', () => {})
    await Promise.all(others.map((other) => other.query('select pg_sleep(0.1)')))
    await refused()
    const stopped = new AbortController()
    const busy = others.map(async (other) => {
      while (!stopped.signal.aborted) await other.query('select pg_sleep(0.001)')
    })
    await refused()
    stopped.abort()
    await Promise.all(busy)
    await Promise.all(others.map((other) => other.end()))
    // A rejected start creates no tables.
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select 1 from pg_tables where schemaname = current_schema()')
    await client.end()
    assert.deepEqual(rows, [])
  })
}
