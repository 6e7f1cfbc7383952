import { resolve, sep } from 'node:path'
import type { S3Config } from '../../animals/media/s3-config.ts'
import { type BackupSchedule, readSchedule } from './backup-schedule.ts'
import { type MediaConfig, type MediaValues, readS3, s3Faults } from './media.settings.ts'
import { secret, setting, text, type Values, wholeNumber } from './setting.ts'
import type { Environment } from './setting-text.ts'

const MIN_PASSPHRASE_LENGTH = 12

/** Automatic backups. */
export const backupSettings = {
  BACKUP_URL: secret(
    undefined,
    'Where backups go: a folder, or `s3://bucket/prefix` with the same credentials and forms as `MEDIA_URL`. Default: no automatic backups. Do not use the disk or the bucket that they protect.',
    text,
  ),
  BACKUP_SCHEDULE: setting(
    undefined,
    'When: a time of day in UTC, such as `03:00`, or an interval of at least a minute, such as `every 15m` or `every 6h`. `off` leaves it to the `backup` command. Default: `03:00`.',
    readSchedule,
  ),
  BACKUP_KEEP: setting(
    '14',
    'How many backups to keep. After each new one, older ones are removed.',
    wholeNumber(1, 10_000),
  ),
  BACKUP_PASSPHRASE: secret(
    undefined,
    'Seals the secret key in each backup: 12 characters or more. Keep it elsewhere: `restore` needs it. Without it, a backup in a folder has the key in a file that only its owner can read, and a backup in `s3://` has no key.',
    readPassphrase,
  ),
} as const

/** Where backups are. */
export type BackupLocation = { kind: 'folder'; folder: string } | { kind: 's3'; s3: S3Config }

/** The backup settings, as plain data, because they are sent to another process. */
export type BackupPlan = {
  location: BackupLocation
  schedule: BackupSchedule
  keep: number
}

export type BackupConfig = {
  /** Undefined if there are none. */
  backups: BackupPlan | undefined
  backupPassphrase: string | undefined
  /** The environment of `pg_dump` and similar programs. */
  toolEnvironment: Record<string, string>
}

type BackupValues = Values<typeof backupSettings>

const DEFAULT_SCHEDULE = '03:00'

/** Errors in combinations of settings. */
export const backupFaults = (values: BackupValues & MediaValues): string[] => {
  const { BACKUP_URL: url } = values
  if (url !== undefined) return s3Faults('BACKUP_URL', url, values)
  return values.BACKUP_SCHEDULE === undefined || values.BACKUP_SCHEDULE.kind === 'off'
    ? []
    : ['BACKUP_SCHEDULE needs BACKUP_URL']
}

/** Backups remove photos that none of them needs, which must never be those of the store. */
export const placeFaults = ({ backups, media }: BackupConfig & MediaConfig): string[] => {
  if (backups?.location.kind !== 'folder' || media.kind !== 'folder') return []
  const [to, from] = [resolve(backups.location.folder), resolve(media.folder)]
  const isInside = to === from || to.startsWith(from + sep) || from.startsWith(to + sep)
  return isInside ? ['BACKUP_URL and MEDIA_URL must be folders apart from each other'] : []
}

export const backupConfig = (values: BackupValues & MediaValues, environment: Environment): BackupConfig => ({
  backups: backupPlan(values),
  backupPassphrase: values.BACKUP_PASSPHRASE,
  toolEnvironment: toolEnvironment(environment),
})

const backupPlan = (values: BackupValues & MediaValues): BackupPlan | undefined => {
  const { BACKUP_URL: url, BACKUP_SCHEDULE, BACKUP_KEEP: keep } = values
  if (url === undefined) return undefined
  const s3 = readS3(url, values)
  return {
    location: s3 ? { kind: 's3', s3 } : { kind: 'folder', folder: resolve(url.replace(/^file:(?:\/\/)?/, '')) },
    schedule: BACKUP_SCHEDULE ?? readSchedule(DEFAULT_SCHEDULE),
    keep,
  }
}

/** Where the programs are, and where they look for certificates. */
const toolEnvironment = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'Path', 'SystemRoot'].flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

function readPassphrase(value: string): string {
  if (value.length >= MIN_PASSPHRASE_LENGTH) return value
  throw `must have at least ${MIN_PASSPHRASE_LENGTH} characters`
}
