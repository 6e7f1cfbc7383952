import type { DatabaseConfig } from '../config/database.settings.ts'
import type { Config } from '../config.ts'
import { postgresTools } from './postgres-tools.ts'

type Settings = Pick<Config, 'backups' | 'backupPassphrase' | 'database' | 'toolEnvironment'>

/** A finding about the settings; with `isError`, backups are impossible. */
type BackupFinding = { isError: boolean; found: string; advice: string }

/** Checks what automatic backups need, without making one. */
export const checkBackupSettings = async (config: Settings): Promise<BackupFinding[]> => {
  const { backups, backupPassphrase, database } = config
  if (!backups) return []
  const findings: BackupFinding[] = []
  if (backups.location.kind === 's3' && backupPassphrase === undefined) {
    findings.push({
      isError: false,
      found: 'backups in s3:// do not contain the secret key',
      advice: 'set BACKUP_PASSPHRASE, or keep the key elsewhere: a restored store needs it',
    })
  }
  if (database.kind === 'postgres' && backups.schedule.kind !== 'off') {
    const found = await findToolFault(database, config)
    if (found) findings.push(found)
  }
  return findings
}

type Postgres = Extract<DatabaseConfig, { kind: 'postgres' }>

const ADVICE = 'install the PostgreSQL client (postgresql-client) of the version of the server or a later one'

const findToolFault = async (
  { url }: Postgres,
  { toolEnvironment: environment }: Settings,
): Promise<BackupFinding | undefined> => {
  const tools = postgresTools({ url, environment })
  let version: number
  try {
    version = await tools.version()
  } catch (error) {
    const found = `BACKUP_URL needs pg_dump: ${error instanceof Error ? error.message : error}`
    return { isError: true, found, advice: ADVICE }
  }
  // While the server is unreachable, its version is unknown, and nothing is known to be wrong.
  const server = await tools.serverVersion().catch(() => undefined)
  if (server === undefined || version >= server) return undefined
  const found = `pg_dump ${version} is older than the server, PostgreSQL ${server}`
  return { isError: true, found, advice: ADVICE }
}
