import {
  openPostgres as openAnyPostgres,
  type PostgresOptions,
} from '../../server/platform/storage/postgres.ts'
import {
  openSqlite as openAnySqlite,
  openSqliteServer as openAnySqliteServer,
  type SqliteOptions,
  type SqliteServerOptions,
} from '../../server/platform/storage/sqlite.ts'
import { migrations } from '../../server/schema/migrations.ts'

// The adapters of the storage with the tables of the service.

export const openSqlite = <Change = never>(options: Omit<SqliteOptions<Change>, 'migrations'>) =>
  openAnySqlite<Change>({ migrations, ...options })

export const openSqliteServer = <Change = never>(
  options: Omit<SqliteServerOptions<Change>, 'migrations'>,
) => openAnySqliteServer<Change>({ migrations, ...options })

export const openPostgres = <Change = never>(
  options: Omit<PostgresOptions<Change>, 'migrations'>,
) => openAnyPostgres<Change>({ migrations, ...options })
