import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from './engine.ts'
import type { Migrations } from './migration.ts'

type Db = Kysely<never>

/** Which migrations have run on a database, from the view of a program that knows some of them. */
export type Schema = {
  /** Whether no migration has run, so that there are no tables. */
  isEmpty: boolean
  /** The newest known migration that has run. */
  latest: string | undefined
  /** The known migrations that have not run, oldest first. */
  missing: readonly string[]
  /** The unknown migrations that have run, oldest first. */
  strangers: readonly Stranger[]
  /** The known migrations for which the database has no note. */
  unnoted: readonly string[]
}

/** A migration of a later version. */
type Stranger = { name: string; version: string | undefined; isAdditive: boolean }

/** A later version has changed the database in a way that this one cannot serve. */
export class DatabaseTooNew extends Error {
  constructor({ name, version }: Stranger) {
    const needed = version === undefined ? 'a later version' : `version ${version} or newer`
    super(
      `the database needs ${needed} of this program: migration ${name} changed it in a way that this version does not know`,
    )
    this.name = 'DatabaseTooNew'
  }
}

/** The database has the schema of an earlier version, and this program may not upgrade it. */
export class DatabaseTooOld extends Error {
  constructor({ latest = '', missing }: Schema, migrations: Migrations) {
    const state = (name: string) => `version ${migrations[name]?.version} (${name})`
    const needed = missing.at(-1) ?? ''
    super(
      `the database has the schema of ${state(latest)}, but this command needs that of ${state(needed)}: ` +
        'run "migrate" first, or start the server, which upgrades it too',
    )
    this.name = 'DatabaseTooOld'
  }
}

/** There is no database to read. */
export class DatabaseMissing extends Error {
  constructor(place: string) {
    super(`there is no store at ${place} yet: the first start of the server creates it`)
    this.name = 'DatabaseMissing'
  }
}

/** Reads which migrations have run, without changing anything. */
export const readSchema = async (db: Db, migrations: Migrations): Promise<Schema> => {
  const ran = await namesRun(db)
  const notes = ran.length > 0 ? await readNotes(db) : new Map<string, Note>()
  const names = Object.keys(migrations)
  return {
    isEmpty: ran.length === 0,
    latest: names.findLast((name) => ran.includes(name)),
    missing: names.filter((name) => !ran.includes(name)),
    strangers: ran.filter((name) => !names.includes(name)).map((name) => strangerOf(name, notes.get(name))),
    unnoted: names.filter((name) => !notes.has(name)),
  }
}

/** The schema of a database that does not exist yet. */
export const emptySchema = (migrations: Migrations): Schema => {
  const names = Object.keys(migrations)
  return { isEmpty: true, latest: undefined, missing: names, strangers: [], unnoted: names }
}

/** Throws `DatabaseTooNew`. */
export const rejectNewer = ({ strangers }: Pick<Schema, 'strangers'>): void => {
  const unknown = strangers.findLast(({ isAdditive }) => !isAdditive)
  if (unknown) throw new DatabaseTooNew(unknown)
}

/** Throws if a running program cannot use the database any more, because another one has changed or replaced it. */
export const rejectChanged = (schema: Schema, migrations: Migrations): void => {
  rejectNewer(schema)
  if (schema.isEmpty) throw new Error('the tables no longer exist')
  const [missing] = schema.missing
  if (missing === undefined) return
  throw new Error(
    `the database has the schema of an earlier version: migration ${missing} (version ${migrations[missing]?.version}) has not run`,
  )
}

const strangerOf = (name: string, note: Note | undefined): Stranger => ({
  name,
  version: note?.version,
  isAdditive: note?.is_additive === 1n,
})

const namesRun = async (db: Db): Promise<string[]> => {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

type Note = { name: string; version: string; is_additive: bigint }

const readNotes = async (db: Db): Promise<Map<string, Note>> => {
  if (!(await hasTable(db, 'migration_notes'))) return new Map()
  const { rows } = await sql<Note>`select name, version, is_additive from migration_notes`.execute(db)
  return new Map(rows.map((note) => [note.name, note]))
}

export const hasTable = async <Tables>(db: Kysely<Tables>, name: string): Promise<boolean> => {
  const { rows } = hasManyWriters(db)
    ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
    : await sql`select 1 from sqlite_master where name = ${name}`.execute(db)
  return rows.length > 0
}
