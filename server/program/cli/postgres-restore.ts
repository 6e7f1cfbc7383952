import { dirname, join } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { makeFolderSync } from '../../platform/make-folder.ts'
import { parsePostgresAddress } from '../../platform/storage/postgres-address.ts'
import { durableCommitsSql } from '../../platform/storage/postgres-session.ts'
import { unconfirmedRestoreSql } from '../../requests/maintenance/restores.repository.ts'
import { backupName } from '../backups/backup-manifest.ts'
import { type PostgresTools, postgresTools } from '../backups/postgres-tools.ts'
import { type FoundBackup, fetchDatabase, fetchPhotos } from '../backups/restore-backup.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import type { Config } from '../config.ts'
import { readUndone, type Undone } from './restore-report.ts'

type Postgres = Extract<DatabaseConfig, { kind: 'postgres' }>

type Work = {
  found: FoundBackup
  replace?: true
  force?: true
  photos: boolean
  stopping: AbortSignal
}

type Restored = {
  kept: string | undefined
  photoFiles: number
  /** The data that the restore replaces; undefined if there was none. */
  undone: Undone[] | undefined
}

/** Restores a dump into an existing database, in one transaction, on hold. */
export const restorePostgres = async (
  config: Config,
  database: Postgres,
  { found, replace, force, photos, stopping }: Work,
): Promise<Restored> => {
  const tools = postgresTools({ url: database.url, environment: config.toolEnvironment })
  const hasData = await inspect(tools, database)
  if (hasData && !replace && !force) {
    throw new Error(
      'the database already has data; --replace replaces it, and keeps it as a dump beside the secret key',
    )
  }
  using fetched = await fetchDatabase(found, dirname(config.media.uploadFolder))
  stopping.throwIfAborted()
  const kept = hasData ? await keep(tools, config, database) : undefined
  const sinceMs = BigInt(Date.parse(found.manifest.startedAt))
  const undone = hasData ? await readUndone(database, sinceMs) : undefined
  // Photos first: the database must not have a photo without its files.
  const photoFiles = photos ? await fetchPhotos(found, config, stopping) : 0
  await loadDump(tools, fetched.file, unconfirmedRestoreSql(systemClock.nowMs()))
  return { kept, photoFiles, undone }
}

/** Loads a dump into a database whose tables it replaces, and runs statements in the same transaction. */
export const loadDump = (tools: PostgresTools, file: string, statements: readonly string[]): Promise<void> =>
  tools.restore(file, {
    before: BEGINNING,
    // The dump empties the search path.
    after: ['\nRESET search_path', ...statements, ''].join(';\n'),
  })

const BEGINNING = `
SELECT ${durableCommitsSql};
DO $$
DECLARE found record;
BEGIN
  FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE %I CASCADE', found.tablename);
  END LOOP;
END $$;
`

/** The tables that a new store has no rows in. */
const USED = ['pets', 'orders', 'accounts', 'users']

/** Whether the database has data. Throws if it does not exist, or if servers use it. */
const inspect = async (tools: PostgresTools, { url }: Postgres): Promise<boolean> => {
  const { database } = parsePostgresAddress(url)
  const [servers] = await tools
    .query(`SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'adoption-store/%'`)
    .catch((error: Error) => {
      if (!/database .* does not exist/.test(error.message)) throw error
      throw new Error(`the database ${database} does not exist: create it with createdb`)
    })
  if (servers !== '0') throw new Error('servers are connected to the database: stop every one')
  const list = USED.map((table) => `'${table}'`).join(', ')
  const tables = await tools.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename IN (${list})`,
  )
  for (const table of tables) {
    const [hasRows] = await tools.query(`SELECT EXISTS (SELECT FROM ${table})`)
    if (hasRows === 't') return true
  }
  return false
}

/** Keeps the previous database as a dump. */
const keep = async (tools: PostgresTools, { audit }: Config, { url }: Postgres): Promise<string> => {
  const { database } = parsePostgresAddress(url)
  const time = backupName(systemClock.nowMs())
  makeFolderSync(audit.folder, 0o700)
  const file = join(audit.folder, `${encodeURIComponent(database)}.before-restore-${time}.dump`)
  await tools.dump(file)
  return file
}
