import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { backupName, MANIFEST_FILE, readManifest } from '../backups/backup-manifest.ts'
import { showLocation } from '../backups/backup-place.ts'
import { runBackup } from '../backups/backup-process.ts'
import { openPlace } from '../backups/open-place.ts'
import type { Config } from '../config.ts'
import { printJson, printTable } from './output.ts'
import { configFor } from './restore-from-place.ts'
import { shownBackup } from './shown-backup.ts'
import { stoppable } from './stop-signals.ts'
import { noteIfCurrent } from './store.ts'
import { UsageError } from './usage.ts'

/** The subcommands for automatic backups. */
export const addPlaceCommands = (backup: Command): void => {
  backup
    .command('list')
    .description('list the complete backups in BACKUP_URL, or in another folder or s3://')
    .argument('[location]')
    .option('--json', 'print one JSON document')
    .action((location: string | undefined, _options, command: Command) =>
      // The option of the parent comes first.
      list(location, command.optsWithGlobals()),
    )
}

const list = async (location: string | undefined, { json }: { json?: true }): Promise<void> => {
  const { backups } = configFor({ url: location })
  if (!backups) throw new UsageError('BACKUP_URL is not set: name the folder or the bucket')
  const place = await openPlace(backups.location)
  const names = await place.list()
  const rows = await Promise.all(
    names.map(async (name) => {
      const manifest = readManifest((await place.read(name, MANIFEST_FILE)) ?? '')
      return { name, ...manifest }
    }),
  )
  if (json) return printJson(rows)
  printTable(
    ['NAME', 'CONTENT', 'BYTES', 'PHOTOS', 'SECRET KEY'],
    rows.map(({ name, database, version, photos, secretKey }) => [
      ...[name, shownBackup({ rows: database.rows, version }), database.bytes],
      ...[photos.keptIn ?? photos.files, secretKey.state],
    ]),
  )
}

type Options = { force?: true; json?: true; photos: boolean; secretKey: boolean }

/** Makes a backup in `BACKUP_URL`, as a server does when one is due. */
export const backUpNow = async (
  config: Config,
  { json, force, photos, secretKey }: Options,
): Promise<void> => {
  const { backups: plan } = config
  if (!plan) throw new UsageError('name a file, or set BACKUP_URL')
  if (force || !photos || !secretKey) {
    throw new UsageError('--force, --no-photos and --no-secret-key are for a backup in a file')
  }
  await noteIfCurrent('backup begun')
  const startedAtMs = systemClock.nowMs()
  const job = { name: backupName(startedAtMs), startedAtMs, plan, abandoned: undefined }
  const made = await stoppable((stopping) => runBackup(config, job, stopping))
  const location = showLocation(plan.location)
  if (made.secretKey === 'missing' || made.secretKey === 'left out') {
    console.error(`warning: the secret key is not in the backup: ${reasons[made.secretKey]}`)
  }
  if (json) return printJson({ location, ...made })
  console.log(
    `${location}@${made.name}: ${shownBackup(made)}, ${counted(made.photos.files, 'photo file')}.`,
  )
  if (made.removed.length > 0) console.log(`Removed: ${made.removed.join(', ')}`)
}

const reasons = {
  missing: 'the one that the store was signed with is not here',
  'left out': 'set BACKUP_PASSPHRASE to include it in s3://',
} as const
