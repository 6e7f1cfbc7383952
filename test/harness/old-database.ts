import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { parsePostgresAddress } from '../../server/platform/storage/postgres-address.ts'
import { postgresDialect } from '../../server/platform/storage/postgres-dialect.ts'
import { postgresPool } from '../../server/platform/storage/postgres-pool.ts'
import { postgresRoutes } from '../../server/platform/storage/postgres-routes.ts'
import { connect } from '../../server/platform/storage/sqlite-connection.ts'
import { kyselyOf } from '../../server/platform/storage/sqlite-kysely.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { migrations } from '../../server/program/schema/migrations.ts'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import type { Engine } from './engines.ts'
import { patientDatabase } from './patient-database.ts'
import { sharedPostgres } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A database as it was before a migration, with its address. */
export const oldDatabase = async (engine: Engine, name: string) => {
  const folder = temporaryFolder()
  const postgres = engine === 'postgres' ? await sharedPostgres() : undefined
  const url = postgres ? await postgres.create() : `sqlite:${folder.path}/old.db`
  const db = postgres
    ? new Kysely<never>({
        dialect: postgresDialect(
          postgresPool({
            routes: postgresRoutes(parsePostgresAddress(url)),
            maxConnections: 1,
          }),
        ),
      })
    : (kyselyOf(connect(`${folder.path}/old.db`)) as unknown as Kysely<never>)
  const names = Object.keys(migrations)
  const old = Object.fromEntries(Object.entries(migrations).slice(0, names.indexOf(name)))
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => old },
  }).migrateToLatest()
  if (error) throw error
  return {
    url,
    run: (text: string) => sql.raw(text).execute(db),
    close: () => db.destroy(),
    async [Symbol.asyncDispose]() {
      await postgres?.drop(url)
      folder.remove()
    },
  }
}

/** Upgrades a database as the server does, and opens it. */
export const openUpgraded = async (url: string, onNotice?: (text: string) => void) => {
  const config = patientDatabase(url)
  await prepareDatabase(config, 'upgrade', onNotice && { onNotice })
  return openDatabase(config)
}
