import { sql } from 'kysely'
import type { Database } from './database.ts'
import { hasManyWriters } from './engine.ts'

/** The wall time of the database, in milliseconds since the Unix epoch; undefined where it has none of its own. */
export const databaseTimeMs = async ({
  read,
}: Pick<Database, 'read'>): Promise<number | undefined> => {
  if (!hasManyWriters(read)) return undefined
  const { rows } = await sql<{ ms: bigint }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(read)
  return rows[0] && Number(rows[0].ms)
}
