import { openPostgres as openAnyPostgres, type PostgresOptions } from '../../server/platform/storage/postgres.ts'
import {
  openSqlite as openAnySqlite,
  openSqliteServer as openAnySqliteServer,
  type SqliteOptions,
  type SqliteServerOptions,
} from '../../server/platform/storage/sqlite.ts'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'

// The storage adapters on a database with the tables of the service.

export const openSqlite = async <Change = never, By = never>(options: SqliteOptions<Change, By>) => {
  await prepareDatabase({ kind: 'sqlite', path: options.path }, 'write')
  return openAnySqlite<Change, By>(options)
}

export const openSqliteServer = async <Change = never, By = never>(options: SqliteServerOptions<Change, By>) => {
  await prepareDatabase({ kind: 'sqlite', path: options.path }, 'write')
  return openAnySqliteServer<Change, By>(options)
}

export const openPostgres = async <Change = never, By = never>(options: PostgresOptions<Change, By>) => {
  await prepareDatabase({ kind: 'postgres', url: options.url }, 'write')
  return openAnyPostgres<Change, By>(options)
}
