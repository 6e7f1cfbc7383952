import { sql } from 'kysely'
import type { Database } from './database.ts'
import { hasManyWriters } from './engine.ts'

/** Returns the database's wall time in milliseconds since the Unix epoch; undefined if it has no separate clock. */
export const databaseTimeMs = async ({ read }: Pick<Database, 'read'>): Promise<number | undefined> => {
  if (!hasManyWriters(read)) return undefined
  const { rows } = await sql<{ ms: bigint }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(read)
  return rows[0] && Number(rows[0].ms)
}
