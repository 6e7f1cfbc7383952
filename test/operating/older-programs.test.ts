import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { databaseSchema } from '../../server/program/schema/prepare-database.ts'
import { programVersion } from '../../server/program/version.ts'
import { runCommand } from '../harness/commands.ts'
import { digestsIn } from '../harness/digests.ts'
import { oldDatabase, openUpgraded } from '../harness/old-database.ts'
import { placeOldStore } from '../harness/old-stores.ts'
import { patientDatabase } from '../harness/patient-database.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { cliProgram, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const skip = whyNoPostgres() ?? false
const FIRST_OF_1_1_0 = '0004-keys-that-end'

const migrate = (url: string, ...args: string[]) =>
  runCommand({ args: ['migrate', ...args], environment: { DATABASE_URL: url } })

const missingIn = async (url: string): Promise<number> =>
  (await (await databaseSchema(patientDatabase(url))).read()).missing.length

/** Connects to the database as another program does. */
const connectAs = async (url: string, application_name: string, role?: string) => {
  const address = new URL(url)
  if (role) address.username = role
  const client = new Client({ connectionString: address.href, application_name })
  client.on('error', () => {})
  await client.connect()
  return { [Symbol.asyncDispose]: () => client.end() }
}

const refused =
  /^error: the upgrade would break programs of an older version, as \d+ of its steps are not additive, and [^\n]*\. Stop them first, or add --yes \(MIGRATE=yes\)\. Nothing was changed\n$/

test('an upgrade that breaks connected servers is refused with exit code 3, unless it is forced', {
  skip,
}, async () => {
  await using old = await oldDatabase('postgres', FIRST_OF_1_1_0)
  await old.close()
  const missing = await missingIn(old.url)
  {
    await using _server = await connectAs(old.url, 'animal-adoption-store')
    const { code, stdout, stderr } = await migrate(old.url)
    assert.deepEqual([code, stdout], [3, ''])
    assert.match(stderr, refused)
    assert.match(stderr, /animal-adoption-store \(1 connection\)/)
    const settings = { DATABASE_URL: old.url, PORT: '0', LOG_LEVEL: 'silent' }
    const serve = await cliProgram(settings, 'serve').catch((error) => error)
    assert.equal(serve.code, 3)
    assert.match(serve.stderr, refused)
    assert.equal(await missingIn(old.url), missing)

    const dry = await migrate(old.url, '--dry-run')
    assert.equal(dry.code, 0)
    assert.match(dry.stdout, /^0007-accounts-own-what-they-add +1\.1\.0 +not additive$/m)
    assert.match(dry.stdout, /^0008-profiles +1\.1\.0 +additive$/m)
    assert.match(dry.stdout, new RegExp(`^${missing} steps would run\\. Nothing was changed\\.$`, 'm'))
    assert.match(dry.stderr, /^note: .*animal-adoption-store/)
    assert.equal(await missingIn(old.url), missing)

    const forced = await runCommand({
      args: ['migrate'],
      environment: { DATABASE_URL: old.url, MIGRATE: 'yes' },
    })
    assert.equal(forced.code, 0, forced.stderr)
  }
  assert.equal(await missingIn(old.url), 0)
})

test('servers of this version and tools of other roles do not block an upgrade, but connections that may be older servers do', {
  skip,
}, async () => {
  await using old = await oldDatabase('postgres', FIRST_OF_1_1_0)
  await old.run('do $$ begin create role monitor login; exception when duplicate_object then null; end $$')
  await old.close()
  for (const [name, role] of [
    ['adoption-store/0.9.0', 'monitor'],
    ['animal-adoption-store', 'monitor'],
    ['psql', undefined],
  ] as const) {
    await using _older = await connectAs(old.url, name, role)
    const { code, stderr } = await migrate(old.url)
    assert.equal(code, 3, name)
    assert.ok(stderr.includes(name), stderr)
  }
  await using _replica = await connectAs(old.url, `adoption-store/${programVersion}`)
  await using _monitor = await connectAs(old.url, 'postgres_exporter', 'monitor')
  const { code, stderr } = await migrate(old.url)
  assert.equal(code, 0, stderr)
})

test('an additive upgrade runs while servers of an older version are connected', {
  skip,
}, async () => {
  await using old = await oldDatabase('postgres', '0036-unconfirmed-restore')
  await old.close()
  const database = await openUpgraded(old.url)
  // Only one migration is missing, which adds an index.
  await database.write(async ({ query }) => {
    await sql`drop index audit_log_breaks`.execute(query)
    for (const table of ['kysely_migration', 'migration_notes'])
      await sql`delete from ${sql.table(table)} where name = '0037-audit-breaks'`.execute(query)
  })
  await database.close()
  await using _older = await connectAs(old.url, 'animal-adoption-store')
  const { code, stdout } = await migrate(old.url, '--json')
  assert.equal(code, 0)
  assert.ok(JSON.parse(stdout).every(({ isAdditive }: { isAdditive: boolean }) => isAdditive))
  assert.equal(await missingIn(old.url), 0)
})

test('every connection of a server has its version in its name, whatever PGAPPNAME is', {
  skip,
}, async () => {
  const postgres = await sharedPostgres()
  const url = await postgres.create()
  try {
    await using _server = await startServer({
      folder: '',
      settings: { DATABASE_URL: url, PGAPPNAME: 'shop' },
    })
    const client = new Client({ connectionString: url, application_name: 'test' })
    await client.connect()
    const { rows } = await client.query(
      `select distinct application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend'`,
    )
    await client.end()
    assert.deepEqual(rows, [{ name: `adoption-store/${programVersion}` }])
  } finally {
    await postgres.drop(url)
  }
})

test('a server on an SQLite store blocks an upgrade that would break it, unless the upgrade is forced', async () => {
  using folder = temporaryFolder()
  const path = placeOldStore('1.0.0', folder.path)
  const url = `sqlite:${path}`
  // The lock that a running server of any version holds.
  const lock = new DatabaseSync(`${path}-lock`)
  lock.exec('BEGIN EXCLUSIVE')
  const before = readFileSync(path)
  const { code, stderr } = await migrate(url)
  assert.equal(code, 3)
  assert.match(stderr, refused)
  assert.ok(readFileSync(path).equals(before))
  assert.equal((await migrate(url, '--yes')).code, 0)
  lock.close()
  assert.equal(await missingIn(url), 0)
})

test('migrate --dry-run on a missing store creates nothing', async () => {
  using folder = temporaryFolder()
  const { code, stdout } = await migrate(`sqlite:${folder.path}/store.db`, '--dry-run')
  assert.deepEqual([code, digestsIn(folder.path)], [0, {}])
  assert.match(stdout, /^0001-first-tables /m)
})
