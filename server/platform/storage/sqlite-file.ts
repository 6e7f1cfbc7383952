import { accessSync, closeSync, constants, copyFileSync, existsSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasLog } from './sqlite-connection.ts'

/** The required content of the program's database file. */
export type FileContents<Table extends string = string> = {
  /** The names of all migrations, oldest first. */
  migrationNames: readonly string[]
  /** The tables whose rows are counted. */
  counted: readonly Table[]
  checks: readonly FileCheck[]
}

/** A check of files that have the table. */
type FileCheck = {
  table: string
  /** The query for one row. */
  query: string
  /** Says what is wrong with the row, if anything. */
  fault(row: Record<string, unknown>): string | undefined
}

/** The findings about a file. */
export type DatabaseFile<Table extends string> = {
  /** The last migration that has run. */
  version: string
  rows: Record<Table, number>
}

/** The suffixes of the files of a database: the file itself, its log and what belongs to that. */
export const databaseFileParts = ['', '-wal', '-shm', '-journal'] as const

export const removeDatabaseFile = (path: string): void => {
  for (const part of databaseFileParts) rmSync(path + part, { force: true })
}

/** A file that is not a sound database of ours, with the reason. */
class UnsoundDatabase extends Error {}

/**
 * Copies the database as it is at one moment, with every acknowledged write, to a new file, while others keep using
 * it. Nothing is synced yet.
 */
export const copyOnline = (path: string, to: string): void => {
  // Only the owner may read the file, from the first byte on: SQLite fills an existing empty file.
  closeSync(openSync(to, 'wx', 0o600))
  const connection = new DatabaseSync(path, { timeout: 5_000, readOnly: hasLog(path) })
  try {
    connection.prepare('VACUUM INTO ?').run(to)
  } finally {
    connection.close()
  }
}

/** Copies a file that nobody writes to; only its owner can read the copy. */
export const copyAtRest = (path: string, to: string): void => {
  closeSync(openSync(to, 'wx', 0o600))
  copyFileSync(path, to)
  // Commits that have not been moved into the file yet.
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${to}-wal`)
}

/** Reads and checks a whole file, and leaves it as one file without a log. Throws `UnsoundDatabase`. */
export const checkDatabaseFile = <Table extends string>(
  path: string,
  { migrationNames, counted, checks }: FileContents<Table>,
): DatabaseFile<Table> => {
  const connection = new DatabaseSync(path, { timeout: 1_000 })
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
    const faults = connection.prepare('PRAGMA integrity_check(5)').all()
    const first = faults[0]?.integrity_check
    if (first !== 'ok') throw new UnsoundDatabase(`the file is damaged: ${first}`)
    const version = readVersion(connection, migrationNames)
    if (connection.prepare('PRAGMA foreign_key_check').get()) {
      throw new UnsoundDatabase('the file is damaged: rows refer to rows that it does not have')
    }
    const rows = countRows(connection, counted)
    for (const check of checks) runCheck(connection, check)
    return { version, rows }
  } catch (error) {
    if (error instanceof UnsoundDatabase) throw error
    throw new UnsoundDatabase(`the file is not a store: ${error instanceof Error ? error.message : error}`)
  } finally {
    connection.close()
  }
}

const readVersion = (connection: DatabaseSync, migrationNames: readonly string[]): string => {
  if (!hasTable(connection, 'kysely_migration')) throw new UnsoundDatabase('the file is a database of another program')
  const names = connection.prepare('select name from kysely_migration order by name').all()
  const additive = readAdditive(connection)
  const later = names.findLast(({ name }) => !migrationNames.includes(String(name)) && !additive.has(name))
  if (later) throw new UnsoundDatabase(`the file is of a later version of this program (${later.name})`)
  return String(names.at(-1)?.name)
}

/** The migrations that programs which do not know them can live with. */
const readAdditive = (connection: DatabaseSync): Set<unknown> => {
  if (!hasTable(connection, 'migration_notes')) return new Set()
  const notes = connection.prepare('select name from migration_notes where is_additive = 1').all()
  return new Set(notes.map(({ name }) => name))
}

const countRows = <Table extends string>(connection: DatabaseSync, tables: readonly Table[]): Record<Table, number> => {
  const count = (table: string) => Number(connection.prepare(`select count(*) as rows from ${table}`).get()?.rows)
  // A file of an earlier version has fewer tables.
  const counts = tables.map((table) => [table, hasTable(connection, table) ? count(table) : 0])
  return Object.fromEntries(counts) as Record<Table, number>
}

const runCheck = (connection: DatabaseSync, { table, query, fault }: FileCheck): void => {
  if (!hasTable(connection, table)) return
  const found = fault(connection.prepare(query).get() ?? {})
  if (found !== undefined) throw new UnsoundDatabase(`the file is damaged: ${found}`)
}

const hasTable = (connection: DatabaseSync, name: string): boolean =>
  connection.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined

/** Runs statements in a file that nobody else has open, and leaves it as one file. */
export const executeInFile = (path: string, statements: readonly string[]): void => {
  const connection = new DatabaseSync(path)
  try {
    connection.exec(`BEGIN; ${statements.join('; ')}; COMMIT`)
  } finally {
    connection.close()
  }
}

/** Whether some program has the file open; `unknown` if the file is too damaged to tell. */
type Use = 'free' | 'in use' | 'unknown'

/**
 * Locks a database for exclusive use: checkpoints the log, which SQLite does only if nobody else has the file open,
 * and keeps everybody out until it is released. Also returns whether one of `tables` has rows.
 */
export const takeDatabase = (
  path: string,
  tables: readonly string[],
): { use: Use; hasRows: boolean; release(): void } => {
  if (!existsSync(path)) return { use: 'free', hasRows: false, release: () => {} }
  const connection = new DatabaseSync(path, { timeout: 500 })
  const release = () => connection.isOpen && connection.close()
  try {
    connection.exec('PRAGMA journal_mode = DELETE')
    connection.exec('BEGIN EXCLUSIVE')
    const counts = Object.values(countRows(connection, tables))
    return { use: 'free', hasRows: counts.some((rows) => rows > 0), release }
  } catch (error) {
    release()
    const isLocked = error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5
    return { use: isLocked ? 'in use' : 'unknown', hasRows: true, release: () => {} }
  }
}

/** Checks that a database in use is sound and writable, without changing anything. Throws `UnsoundDatabase`. */
export const inspectDatabase = (
  path: string,
  { migrationNames }: Pick<FileContents, 'migrationNames'>,
): { version: string; isLatest: boolean } => {
  for (const part of [path, dirname(path)]) accessSync(part, constants.W_OK)
  const connection = new DatabaseSync(path, { timeout: 5_000, readOnly: hasLog(path) })
  try {
    const fault = connection.prepare('PRAGMA quick_check(1)').get()?.quick_check
    if (fault !== 'ok') throw new UnsoundDatabase(`the file is damaged: ${fault}`)
    const version = readVersion(connection, migrationNames)
    return { version, isLatest: version >= (migrationNames.at(-1) ?? '') }
  } finally {
    connection.close()
  }
}
