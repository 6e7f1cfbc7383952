import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { makeFolderSync } from '../make-folder.ts'
import { olderPrograms } from '../older-programs.ts'
import { DatabaseUnavailable, type OnNotice } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migrations } from './migration.ts'
import type { Migrating, SchemaAccess } from './prepare.ts'
import { emptySchema, readSchema, type Schema } from './schema.ts'
import { connect, connectReader } from './sqlite-connection.ts'
import { kyselyOf } from './sqlite-kysely.ts'
import { holdForServer, isHeldByServer, protectFiles } from './sqlite-protection.ts'

type Options = {
  path: string
  migrations: Migrations
  onNotice: OnNotice
}

/** The maximum: memory is used as pages change. */
const MIGRATION_KIB = 256 * 1024

/** How long one process waits for another that upgrades the same file. */
const TURN_MS = 60_000

/** The schema of the embedded database. */
export const sqliteSchema = (options: Options): SchemaAccess => ({
  place: options.path,
  read: () => naming(options.path, () => readFile(options)),
  migrate: (how) => naming(options.path, () => migrateFile(options, how)),
  findOlderPrograms: async () => findServer(options.path),
})

const findServer = (path: string): string | undefined =>
  existsSync(path) && isHeldByServer(path) ? `a server of an older version has ${path} open` : undefined

const readFile = async ({ path, migrations }: Options): Promise<Schema> => {
  if (!existsSync(path)) return emptySchema(migrations)
  const connection = connectReader(path)
  try {
    return await readSchema(kyselyOf(connection) as unknown as Kysely<never>, migrations)
  } finally {
    connection.close()
  }
}

const migrateFile = async (options: Options, how: Migrating): Promise<void> => {
  protectFiles(options.path)
  if (!how.isServer) return migrateAlone(options, how)
  const release = holdForServer(options.path)
  try {
    await migrateAlone(options, how)
  } finally {
    release()
  }
}

/** Migrates in one transaction: as a whole or not at all, and by one process. */
const migrateAlone = async (
  { path, migrations, onNotice }: Options,
  { isServer, isForced }: Migrating,
): Promise<void> => {
  const connection = connect(path)
  try {
    connection.exec(`PRAGMA busy_timeout = ${TURN_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`)
    // Rows of large tables are written in any order, and pages that are not in memory would be written again and
    // again.
    connection.exec(`PRAGMA cache_size = ${-MIGRATION_KIB}; BEGIN IMMEDIATE`)
    await migrate(kyselyOf(connection) as unknown as Kysely<never>, migrations, {
      onNotice,
      async beforeBreaking(names) {
        const found = isServer || isForced ? undefined : findServer(path)
        if (found !== undefined) throw olderPrograms(found, names)
      },
    })
    connection.exec('COMMIT')
  } finally {
    // Closing rolls back what is not committed.
    connection.close()
  }
}

/** Throws an error that names the store if its folder cannot be created. */
export const makeStoreFolder = (path: string): Promise<void> =>
  naming(path, async () => void makeFolderSync(dirname(path), 0o700))

/** Errors of the system and of SQLite do not name the file. */
const naming = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error
    if (!(cause instanceof Error && 'code' in cause)) throw error
    const what = existsSync(path) ? 'opened' : 'created'
    throw new Error(`the store ${path} cannot be ${what}`, { cause })
  }
}
