import { sql } from 'kysely'
import type { Database } from './database.ts'
import { hasManyWriters } from './engine.ts'

/** The settings of a PostgreSQL server and its role that the program depends on. */
export const readServerSettings = async ({
  read,
}: Pick<Database, 'read'>): Promise<{
  encoding: string
  canCreate: boolean
  /** How many connections the role can have. */
  connections: number
}> => {
  const { rows } = await sql<{ encoding: string; can_create: boolean | null; connections: bigint }>`
    select current_setting('server_encoding') as encoding,
      has_schema_privilege(current_schema(), 'create') as can_create,
      least(
        current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint,
        nullif((select rolconnlimit from pg_roles where rolname = current_user), -1)
      )::bigint as connections`.execute(read)
  const [row] = rows
  if (!row) throw new Error('the server returned no settings')
  return {
    encoding: row.encoding,
    canCreate: row.can_create === true,
    connections: Number(row.connections),
  }
}

/** The settings with which a crash of the machine loses acknowledged writes or damages the database. */
export const findUnsafeSettings = async ({ read }: Pick<Database, 'read'>): Promise<string[]> => {
  if (!hasManyWriters(read)) return []
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`.execute(read)
  return rows.map(({ name }) => `${name}=off`)
}

export const unsafeSettingsAdvice =
  'after a crash of its machine, PostgreSQL may lose acknowledged writes or not start again: turn them on in postgresql.conf, and reload it'
