import { type Kysely, sql } from 'kysely'
import { type MigrationResult, Migrator } from 'kysely/migration'
import type { OnNotice } from './database.ts'
import type { Migrations, Step } from './migration.ts'
import { readSchema, rejectNewer, type Schema } from './schema.ts'

type Db = Kysely<never>

type Options = {
  onNotice: OnNotice
  /**
   * Called before steps that break programs of an older version, with the names of the steps. Throws if such a program
   * uses the database. An empty database has no such program.
   */
  beforeBreaking?: (names: readonly string[]) => Promise<void>
}

/**
 * Runs the missing migrations. Each one leaves a note for older programs: whether they can still use the database, and
 * which version it needs. Throws `DatabaseTooNew`.
 */
export const migrate = async (
  db: Db,
  migrations: Migrations,
  { onNotice, beforeBreaking = async () => {} }: Options,
): Promise<void> => {
  const schema = await readSchema(db, migrations)
  rejectNewer(schema)
  const breaking = breakingSteps(schema, migrations)
  if (breaking.length > 0) await beforeBreaking(breaking)
  const results = await runMissing(db, migrations, schema)
  await leaveNotes(db, migrations, schema)
  for (const { status, migrationName } of results) {
    if (status !== 'Success') continue
    await migrations[migrationName]?.finish?.(db as unknown as Kysely<unknown>, onNotice)
  }
  await giveNotices(db, migrations, { results, onNotice })
}

/** The missing steps that break programs which do not know them. */
const breakingSteps = ({ missing, isEmpty }: Schema, migrations: Migrations): string[] =>
  isEmpty ? [] : missing.filter((name) => migrations[name]?.isAdditive === false)

/**
 * Skipped if nothing is missing, because the migrator first inspects the whole database, which would be most of a
 * start.
 */
const runMissing = async (
  db: Db,
  migrations: Migrations,
  { missing, strangers }: Schema,
): Promise<readonly MigrationResult[]> => {
  if (missing.length === 0) return []
  const known = strangers.map(({ name }) => [name, passed] as const)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...Object.fromEntries(known) }) },
    // The newer one of two older programs may run beside this one, so migrations may be out of order.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results
}

const passed = { up: async () => {} }

type MigrationOutcome = Pick<Options, 'onNotice'> & { results: readonly MigrationResult[] }

const giveNotices = async (db: Db, migrations: Migrations, { results, onNotice }: MigrationOutcome): Promise<void> => {
  for (const { status, migrationName } of results) {
    const notice = migrations[migrationName]?.notice
    const text = status === 'Success' && notice ? await notice(db as unknown as Kysely<unknown>) : undefined
    if (text !== undefined) onNotice(text)
  }
}

const leaveNotes = async (db: Db, migrations: Migrations, { unnoted }: Pick<Schema, 'unnoted'>): Promise<void> => {
  if (unnoted.length === 0) return
  await sql`
    create table if not exists migration_notes (
      name text primary key, version text not null, is_additive bigint not null)`.execute(db)
  for (const name of unnoted) {
    const step = migrations[name]
    if (step) await leaveNote(db, name, step)
  }
}

const leaveNote = (db: Db, name: string, { version, isAdditive }: Pick<Step, 'version' | 'isAdditive'>) =>
  sql`insert into migration_notes (name, version, is_additive)
    values (${name}, ${version}, ${isAdditive ? 1n : 0n})`.execute(db)
