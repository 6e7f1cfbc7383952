import { type Kysely, sql } from 'kysely'
import { olderPrograms } from '../older-programs.ts'
import type { OnNotice } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migrations } from './migration.ts'
import { connect, isReadOnlySql } from './postgres.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import { lockName, tryLockName } from './postgres-locks.ts'
import { rejectSharedSessions } from './postgres-pooling.ts'
import { applicationName, findOlderPrograms, showPrograms } from './postgres-programs.ts'
import { postgresRoutes } from './postgres-routes.ts'
import type { Migrating, SchemaAccess } from './prepare.ts'
import { readSchema, type Schema } from './schema.ts'
import type { Tables } from './tables.ts'

type Options = {
  url: string
  migrations: Migrations
  onNotice: OnNotice
  /** The version of this program. */
  version: string
}

/** The schema of the shared database. */
export const postgresSchema = (options: Options): SchemaAccess => ({
  place: 'DATABASE_URL',
  read: () => readServer(options),
  migrate: (how) => migrateServer(options, how),
  findOlderPrograms: () => findPrograms(options),
})

/** Checks for shared sessions first: setting up a session would affect others through a pooler that shares sessions. */
const readServer = async ({ url, version, migrations }: Options): Promise<Schema> => {
  const { query, pool, close } = connect({
    routes: routesOf(url),
    maxConnections: 2,
    applicationName: applicationName(version),
  })
  try {
    await rejectSharedSessions(pool)
    return await query
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => readSchema(trx as unknown as Kysely<never>, migrations))
  } finally {
    await close()
  }
}

const findPrograms = async ({ url, version }: Options): Promise<string | undefined> => {
  const { query, close } = connectAlone({ url, version })
  try {
    return await describePrograms(query, version)
  } finally {
    await close()
  }
}

const describePrograms = async (query: Kysely<Tables>, version: string): Promise<string | undefined> => {
  const programs = await findOlderPrograms(query, version)
  if (programs.length === 0) return undefined
  return `programs that may be of an older version are connected to the database: ${showPrograms(programs)}`
}

const connectAlone = ({ url, version }: Pick<Options, 'url' | 'version'>) =>
  connect({
    routes: routesOf(url),
    maxConnections: 1,
    applicationName: applicationName(version),
  })

const routesOf = (url: string) => postgresRoutes(parsePostgresAddress(url))

/** Migrates in one transaction, however long it takes. */
const migrateServer = async (
  { url, version, migrations, onNotice }: Options,
  { isForced }: Migrating,
): Promise<void> => {
  const { query: alone, close } = connectAlone({ url, version })
  try {
    await alone.transaction().execute(async (query) => {
      await rejectReadOnly(query)
      await sql`set local statement_timeout = 0`.execute(query)
      await endWithClient(query)
      if (!(await tryLockName(query, 'migrations'))) {
        onNotice('another process is upgrading the database; waiting for it')
        await lockName(query, 'migrations')
      }
      await checkEncoding(query)
      await migrate(query as unknown as Kysely<never>, migrations, {
        onNotice,
        async beforeBreaking(names) {
          const found = isForced ? undefined : await describePrograms(query, version)
          if (found !== undefined) throw olderPrograms(found, names)
        },
      })
    })
  } finally {
    await close()
  }
}

const rejectReadOnly = async (query: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql.raw<{ isReadOnly: boolean }>(isReadOnlySql).execute(query)
  if (rows[0]?.isReadOnly) {
    throw new Error(
      'the database must be upgraded, but it is a standby or configured as read-only: upgrade its primary',
    )
  }
}

/**
 * When a process is stopped its connection closes, but the server otherwise notices only after the current statement.
 * That may take minutes, and nobody else can upgrade meanwhile. PostgreSQL 13 and some platforms lack this check.
 */
const endWithClient = (query: Kysely<Tables>) =>
  sql`do $$ begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when others then null;
  end $$`.execute(query)

/** In another encoding, names would be rejected, or not sorted by code point. */
const checkEncoding = async (query: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(query)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8') throw new Error(`the encoding of the database must be UTF8, but it is ${encoding}`)
}
