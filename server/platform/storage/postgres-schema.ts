import { type Kysely, sql } from 'kysely'
import type { OnNotice } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migrations } from './migration.ts'
import { connect } from './postgres.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import { lockName, tryLockName } from './postgres-locks.ts'
import { refuseSharedSessions } from './postgres-pooling.ts'
import { postgresRoutes } from './postgres-routes.ts'
import type { Migrating, SchemaAccess } from './prepare.ts'
import { readSchema, type Schema } from './schema.ts'
import type { Tables } from './tables.ts'

type Options = {
  url: string
  migrations: Migrations
  onNotice: OnNotice
}

/** The schema of the shared database. */
export const postgresSchema = (options: Options): SchemaAccess => ({
  place: 'DATABASE_URL',
  read: () => readServer(options),
  migrate: (how) => migrateServer(options, how),
})

/** Before anything else: what sets up a session would reach others through a pooler that shares sessions. */
const readServer = async ({ url, migrations }: Options): Promise<Schema> => {
  const { query, pool, close } = connect({ routes: routesOf(url), maxConnections: 2 })
  try {
    await refuseSharedSessions(pool)
    return await query
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => readSchema(trx as unknown as Kysely<never>, migrations))
  } finally {
    await close()
  }
}

const routesOf = (url: string) => postgresRoutes(parsePostgresAddress(url))

/** In one transaction, however long it takes. */
const migrateServer = async (
  { url, migrations, onNotice }: Options,
  _how: Migrating,
): Promise<void> => {
  const { query: alone, close } = connect({ routes: routesOf(url), maxConnections: 1 })
  try {
    await alone.transaction().execute(async (query) => {
      await sql`set local statement_timeout = 0`.execute(query)
      if (!(await tryLockName(query, 'migrations'))) {
        onNotice('another process upgrades the database: waiting for it')
        await lockName(query, 'migrations')
      }
      await checkEncoding(query)
      await migrate(query as unknown as Kysely<never>, migrations, { onNotice })
    })
  } finally {
    await close()
  }
}

/** In another encoding, names would be refused, or sorted otherwise than by code point. */
const checkEncoding = async (query: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(query)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8') throw new Error(`the database has to be in UTF8, and is in ${encoding}`)
}
