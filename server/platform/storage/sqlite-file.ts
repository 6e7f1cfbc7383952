import { closeSync, copyFileSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrationNames } from './migrations.ts'

/** What a file of the embedded database holds. */
export type DatabaseFile = {
  /** The last migration it has behind it. */
  version: string
  rows: Record<(typeof countedTables)[number], number>
}

/** A file that is not a sound database of ours, and why. */
class UnsoundDatabase extends Error {}

const countedTables = ['pets', 'categories', 'orders', 'accounts', 'api_keys', 'events'] as const

/**
 * Writes the database as it is at one moment, with every write that was acknowledged before, into a new file; whoever uses
 * the database goes on. Nothing is synced yet.
 */
export const copyOnline = (path: string, to: string): void => {
  // Only its owner may read it, from the first byte on: SQLite fills an empty file that is there.
  closeSync(openSync(to, 'wx', 0o600))
  const connection = new DatabaseSync(path, { timeout: 5_000 })
  try {
    connection.prepare('VACUUM INTO ?').run(to)
  } finally {
    connection.close()
  }
}

/** A copy of a file that nobody writes to, readable by its owner alone. */
export const copyAtRest = (path: string, to: string): void => {
  closeSync(openSync(to, 'wx', 0o600))
  copyFileSync(path, to)
  // What a database that is in use has not moved to its place yet.
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${to}-wal`)
}

/** Reads all of a file and checks it; leaves it as one file, without a log beside it. Throws `UnsoundDatabase`. */
export const checkDatabaseFile = (path: string): DatabaseFile => {
  const connection = new DatabaseSync(path, { timeout: 1_000 })
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
    const faults = connection.prepare('PRAGMA integrity_check(5)').all()
    const first = faults[0]?.integrity_check
    if (first !== 'ok') throw new UnsoundDatabase(`the file is damaged: ${first}`)
    const version = readVersion(connection)
    if (connection.prepare('PRAGMA foreign_key_check').get()) {
      throw new UnsoundDatabase('the file is damaged: rows refer to rows that it does not have')
    }
    return { version, rows: countRows(connection) }
  } catch (error) {
    if (error instanceof UnsoundDatabase) throw error
    throw new UnsoundDatabase(
      `the file is no store: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    connection.close()
  }
}

const readVersion = (connection: DatabaseSync): string => {
  const isThere = connection.prepare("select 1 from sqlite_master where name = 'kysely_migration'")
  if (!isThere.get()) throw new UnsoundDatabase('the file is a database of something else')
  const names = connection.prepare('select name from kysely_migration order by name').all()
  const additive = readAdditive(connection)
  const later = names.findLast(
    ({ name }) => !migrationNames.includes(String(name)) && !additive.has(name),
  )
  if (later)
    throw new UnsoundDatabase(`the file is of a later version of this program (${later.name})`)
  return String(names.at(-1)?.name)
}

/** The migrations that a program which does not know them can go on with. */
const readAdditive = (connection: DatabaseSync): Set<unknown> => {
  const isThere = connection.prepare("select 1 from sqlite_master where name = 'migration_notes'")
  if (!isThere.get()) return new Set()
  const notes = connection.prepare('select name from migration_notes where is_additive = 1').all()
  return new Set(notes.map(({ name }) => name))
}

const countRows = (connection: DatabaseSync): DatabaseFile['rows'] => {
  const count = (table: string) =>
    Number(connection.prepare(`select count(*) as rows from ${table}`).get()?.rows)
  // A database of the first version has fewer tables.
  const isThere = connection.prepare('select 1 from sqlite_master where name = ?')
  const counts = countedTables.map((table) => [table, isThere.get(table) ? count(table) : 0])
  const rows = Object.fromEntries(counts) as DatabaseFile['rows']
  if (!isThere.get('categories')) return rows
  const counted = connection
    .prepare('select coalesce(sum(available + pending + sold), 0) as pets from categories')
    .get()
  if (Number(counted?.pets) === rows.pets) return rows
  throw new UnsoundDatabase(
    `the file is damaged: it counts ${counted?.pets} animals and has ${rows.pets}`,
  )
}

/** Whether some program has the file open; `unknown` when the file is too broken to tell. */
export type Use = 'free' | 'in use' | 'unknown'

/**
 * Takes a database for its own: folds the log into the file, which SQLite does only where nobody else has it open, and
 * keeps everybody out until it is released.
 */
export const takeDatabase = (path: string): { use: Use; release(): void } => {
  if (!existsSync(path)) return { use: 'free', release: () => {} }
  const connection = new DatabaseSync(path, { timeout: 500 })
  const release = () => connection.isOpen && connection.close()
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
    connection.exec('BEGIN EXCLUSIVE')
    return { use: 'free', release }
  } catch (error) {
    release()
    const isLocked =
      error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5
    return { use: isLocked ? 'in use' : 'unknown', release: () => {} }
  }
}

/** Looks whether a database in use is sound and can be written, and changes nothing. Throws `UnsoundDatabase`. */
export const inspectDatabase = (path: string): { version: string; isLatest: boolean } => {
  const connection = new DatabaseSync(path, { timeout: 5_000 })
  try {
    const fault = connection.prepare('PRAGMA quick_check(1)').get()?.quick_check
    if (fault !== 'ok') throw new UnsoundDatabase(`the file is damaged: ${fault}`)
    const version = readVersion(connection)
    connection.exec('BEGIN IMMEDIATE; ROLLBACK')
    return { version, isLatest: version >= (migrationNames.at(-1) ?? '') }
  } finally {
    connection.close()
  }
}
