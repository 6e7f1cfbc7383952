import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { openDatabase } from '../open-database.ts'
import { databaseSchema } from './prepare-database.ts'

/**
 * Reads tables from a database of any version without changing anything. `since` is the migration that created them;
 * the result is undefined if the database is older.
 */
export const readIfThere = async <T>(
  config: DatabaseConfig,
  since: string,
  work: (query: Kysely<Tables>) => T | Promise<T>,
): Promise<T | undefined> => {
  const { missing } = await (await databaseSchema(config)).read()
  if (missing.includes(since)) return undefined
  const database = await openDatabase(config, { isReadOnly: true })
  try {
    return await work(database.read)
  } finally {
    await database.close()
  }
}
