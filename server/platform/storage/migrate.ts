import { type Kysely, sql } from 'kysely'
import { type MigrationResult, Migrator } from 'kysely/migration'
import type { OnNotice } from './database.ts'
import { hasManyWriters } from './engine.ts'
import type { Migrations, Step } from './migration.ts'

/** The database was changed by a later version in a way that this one cannot serve. */
export class DatabaseTooNew extends Error {
  constructor({ name, version }: Stranger) {
    const needed = version === undefined ? 'a later version' : `version ${version} or newer`
    super(
      `the database needs ${needed} of this program: migration ${name} changed it in a way that this version does not know`,
    )
    this.name = 'DatabaseTooNew'
  }
}

/** A migration of a later version. */
export type Stranger = { name: string; version: string | undefined; isAdditive: boolean }

type Db = Kysely<never>

/**
 * Brings the tables up to date; does nothing when they are. Each migration leaves a note for older programs: whether they
 * can go on with it, and which version it needs. Returns what the operator has to know of those that ran; throws
 * `DatabaseTooNew`.
 */
export const migrate = async (
  db: Db,
  migrations: Migrations,
  onProgress: OnNotice,
): Promise<string[]> => {
  const strangers = await findStrangers(db, migrations)
  const unknown = strangers.findLast(({ isAdditive }) => !isAdditive)
  if (unknown) throw new DatabaseTooNew(unknown)
  const results = await runMissing(db, migrations, strangers)
  await leaveNotes(db, migrations)
  for (const { status, migrationName } of results) {
    if (status !== 'Success') continue
    await migrations[migrationName]?.finish?.(db as unknown as Kysely<unknown>, onProgress)
  }
  return noticesOf(db, migrations, results)
}

/** The migrator first looks at all there is in the database, which is most of a start with nothing to do. */
const runMissing = async (
  db: Db,
  migrations: Migrations,
  strangers: readonly Stranger[],
): Promise<readonly MigrationResult[]> => {
  const ran = new Set(await namesRun(db))
  if (Object.keys(migrations).every((name) => ran.has(name))) return []
  const known = strangers.map(({ name }) => [name, passed] as const)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...Object.fromEntries(known) }) },
    // An older program that knows more than the one before it may run beside a newer one.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results
}

const noticesOf = async (
  db: Db,
  migrations: Migrations,
  results: readonly MigrationResult[],
): Promise<string[]> => {
  const notices: string[] = []
  for (const { status, migrationName } of results) {
    const notice = migrations[migrationName]?.notice
    const text =
      status === 'Success' && notice ? await notice(db as unknown as Kysely<unknown>) : undefined
    if (text !== undefined) notices.push(text)
  }
  return notices
}

const passed = { up: async () => {} }

/** What the database has behind it that this program does not know, oldest first. */
export const findStrangers = async (db: Db, migrations: Migrations): Promise<Stranger[]> => {
  const unknown = (await namesRun(db)).filter((name) => !Object.hasOwn(migrations, name))
  const notes = unknown.length > 0 ? await readNotes(db) : new Map<string, Note>()
  return unknown.map((name) => {
    const note = notes.get(name)
    return { name, version: note?.version, isAdditive: note?.is_additive === 1n }
  })
}

const namesRun = async (db: Db): Promise<string[]> => {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

type Note = { name: string; version: string; is_additive: bigint }

const readNotes = async (db: Db): Promise<Map<string, Note>> => {
  if (!(await hasTable(db, 'migration_notes'))) return new Map()
  const { rows } = await sql<Note>`select name, version, is_additive from migration_notes`.execute(
    db,
  )
  return new Map(rows.map((note) => [note.name, note]))
}

const leaveNotes = async (db: Db, migrations: Migrations): Promise<void> => {
  const notes = await readNotes(db)
  const missing = Object.entries(migrations).filter(([name]) => !notes.has(name))
  if (missing.length === 0) return
  await sql`
    create table if not exists migration_notes (
      name text primary key, version text not null, is_additive bigint not null)`.execute(db)
  for (const [name, { version, isAdditive }] of missing)
    await leaveNote(db, name, { version, isAdditive })
}

const leaveNote = (
  db: Db,
  name: string,
  { version, isAdditive }: Pick<Step, 'version' | 'isAdditive'>,
) =>
  sql`insert into migration_notes (name, version, is_additive)
    values (${name}, ${version}, ${isAdditive ? 1n : 0n})`.execute(db)

const hasTable = async (db: Db, name: string): Promise<boolean> => {
  const { rows } = hasManyWriters(db)
    ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
    : await sql`select 1 from sqlite_master where name = ${name}`.execute(db)
  return rows.length > 0
}
