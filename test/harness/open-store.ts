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

export const openSqlite = <Change = never, By = never>(
  options: Omit<SqliteOptions<Change, By>, 'migrations'>,
) => openAnySqlite<Change, By>({ migrations, ...options })

export const openSqliteServer = <Change = never, By = never>(
  options: Omit<SqliteServerOptions<Change, By>, 'migrations'>,
) => openAnySqliteServer<Change, By>({ migrations, ...options })

export const openPostgres = <Change = never, By = never>(
  options: Omit<PostgresOptions<Change, By>, 'migrations'>,
) => openAnyPostgres<Change, By>({ migrations, ...options })
