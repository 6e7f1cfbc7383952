import { sql } from 'kysely'
import type { Database } from './database.ts'
import { hasManyWriters } from './engine.ts'

type Reader = Pick<Database, 'read'>

/** The settings of a PostgreSQL server, a database and a role that the program depends on. */
export type ServerSettings = {
  encoding: string
  /** The schema in which tables are created; undefined if none of the search path exists. */
  schema: string | undefined
  canCreate: boolean
  /** How many connections each allows. */
  connections: { server: number; role: number; database: number }
  /** Undefined if the password of the role does not expire. */
  passwordEndsAtMs: number | undefined
  /** Time limits that we do not set, such as `lock_timeout=10ms`, if they are too short. */
  shortTimeouts: string | undefined
}

export const readServerSettings = async ({ read }: Reader): Promise<ServerSettings> => {
  const { rows } = await sql<{
    encoding: string
    schema: string | null
    can_create: boolean | null
    server: bigint
    role: bigint | null
    database: bigint | null
    password_ends_at: bigint | null
    timeouts: string | null
  }>`
    select current_setting('server_encoding') as encoding,
      current_schema() as schema,
      has_schema_privilege(current_schema(), 'create') as can_create,
      current_setting('max_connections')::bigint
        - current_setting('superuser_reserved_connections')::bigint
        - coalesce(current_setting('reserved_connections', true), '0')::bigint as server,
      nullif(rolconnlimit, -1)::bigint as role,
      (select nullif(datconnlimit, -1)::bigint from pg_database where datname = current_database()) as database,
      case when isfinite(rolvaliduntil) then floor(extract(epoch from rolvaliduntil) * 1000)::bigint end as password_ends_at,
      (select string_agg(name || '=' || setting || unit, ' and ' order by name) from pg_settings
        where case name when 'lock_timeout' then setting::bigint between 1 and 999
          when 'transaction_timeout' then setting::bigint between 1 and 59999 else false end) as timeouts
    from pg_roles where rolname = current_user`.execute(read)
  const [row] = rows
  if (!row) throw new Error('the server returned no settings')
  return {
    encoding: row.encoding,
    schema: row.schema ?? undefined,
    canCreate: row.can_create === true,
    connections: {
      server: Number(row.server),
      role: Number(row.role ?? Infinity),
      database: Number(row.database ?? Infinity),
    },
    passwordEndsAtMs: row.password_ends_at === null ? undefined : Number(row.password_ends_at),
    shortTimeouts: row.timeouts ?? undefined,
  }
}

/** Which of these tables exist, and what the role may do with them. */
export const readTableRights = async (
  { read }: Reader,
  tables: readonly string[],
): Promise<{ name: string; canWrite: boolean; isOwner: boolean }[]> => {
  const { rows } = await sql<{ name: string; canWrite: boolean; isOwner: boolean }>`
    select relname as name, pg_has_role(relowner, 'usage') as "isOwner",
      has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete') as "canWrite"
    from pg_class
    where relkind in ('r', 'p') and relname = any(${[...tables]}::text[])
      and relnamespace = (select oid from pg_namespace where nspname = current_schema())
    order by relname`.execute(read)
  return rows
}

/** Other schemas of the database that have a table of this name. */
export const findSchemasWith = async ({ read }: Reader, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select schemaname as name from pg_tables
    where tablename = ${table} and schemaname is distinct from current_schema()
    order by schemaname`.execute(read)
  return rows.map(({ name }) => name)
}

/** The settings with which a crash of the machine loses acknowledged writes or damages the database. */
export const findUnsafeSettings = async ({ read }: Reader): Promise<string[]> => {
  if (!hasManyWriters(read)) return []
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`.execute(read)
  return rows.map(({ name }) => `${name}=off`)
}

export const unsafeSettingsAdvice =
  'after a crash of its machine, PostgreSQL may lose acknowledged writes or not start again: turn them on in postgresql.conf, and reload it'

/** What makes a server stop to accept writes, now or when its disk is full. */
type ReplicationFaults = {
  /** The name of the file that cannot be archived. */
  unarchived: string | undefined
  /** Replication slots that nobody reads. */
  unusedSlots: { name: string; bytes: number }[]
  /** The value of `synchronous_standby_names`, if none of them is connected. */
  awaitedStandbys: string | undefined
}

export const findReplicationFaults = async ({ read }: Reader): Promise<ReplicationFaults> => {
  const archiver = await sql<{ file: string | null }>`
    select last_failed_wal as file from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'
      and last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(read)
  const slots = await sql<{ name: string; bytes: bigint }>`
    select slot_name as name, case when pg_is_in_recovery() then 0
      else pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) end::bigint as bytes
    from pg_replication_slots
    where not active and restart_lsn is not null order by 1`.execute(read)
  // A role without pg_read_all_stats does not see which standbys are synchronous.
  const awaited = await sql<{ names: string }>`
    select current_setting('synchronous_standby_names') as names
    where current_setting('synchronous_standby_names') <> '' and not pg_is_in_recovery()
      and not exists (
        select from pg_stat_replication where sync_state is distinct from 'async')`.execute(read)
  return {
    unarchived: archiver.rows[0]?.file ?? undefined,
    unusedSlots: slots.rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
    awaitedStandbys: awaited.rows[0]?.names,
  }
}
