import { type Kysely, sql } from 'kysely'
import type { OnNotice } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migrations } from './migration.ts'
import { connect } from './postgres.ts'
import { lockName, tryLockName } from './postgres-locks.ts'
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

const readServer = async ({ url, migrations }: Options): Promise<Schema> => {
  const { query, close } = connect({ url, maxConnections: 1, readOnly: true })
  try {
    return await readSchema(query as unknown as Kysely<never>, migrations)
  } finally {
    await close()
  }
}

/** In one transaction, however long it takes. */
const migrateServer = async (
  { url, migrations, onNotice }: Options,
  _how: Migrating,
): Promise<void> => {
  const { query: alone, close } = connect({ url, maxConnections: 1 })
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
