import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { backupName, MANIFEST_FILE, readManifest } from '../backups/backup-manifest.ts'
import { showLocation } from '../backups/backup-place.ts'
import { runBackup } from '../backups/backup-process.ts'
import { recordCommandBackup } from '../backups/backups.repository.ts'
import { openPlace } from '../backups/open-place.ts'
import { findBackup, readReference } from '../backups/restore-backup.ts'
import type { Config } from '../config.ts'
import { printJson, printTable } from './output.ts'
import { configFor, rejectOtherEngine } from './restore-from-place.ts'
import { shownBackup } from './shown-backup.ts'
import { stoppable } from './stop-signals.ts'
import { noteIfCurrent, withDatabase } from './store.ts'
import { Failed, UsageError } from './usage.ts'
import { verifyBackup } from './verify-backup.ts'

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
  backup
    .command('verify')
    .description('restore a backup into a temporary folder or database, and compare it with what was backed up')
    .argument('[backup]', 'a folder or s3:// with @latest or @NAME', '@latest')
    .option('--json', 'print one JSON document')
    .addHelpText('after', verifyHelp)
    .action((backup: string, _options, command: Command) => verify(backup, command.optsWithGlobals()))
}

const verifyHelp = `
LOCATION@latest verifies the last backup in a folder or s3://, LOCATION@NAME another one; by default the last one in
BACKUP_URL. The database is restored into a temporary folder, or with PostgreSQL into a temporary database, which needs
a role that may create one. Row counts, the audit chain and the content of every photo are checked.

Only what survives the loss of this machine is used: the secret key is that of the backup, which BACKUP_PASSPHRASE
opens, or that of SECRET_KEY if the backup has none. The key file on this machine is never used.

Exit code: 0 if everything is as it was, otherwise 1.`

const verify = async (text: string, { json }: { json?: true }): Promise<void> => {
  const reference = readReference(text)
  if (!reference) throw new UsageError('name a location with @latest or @NAME, such as /backups@latest')
  const config = configFor(reference)
  const found = await findBackup(config, reference.name)
  rejectOtherEngine(config, found)
  const verified = await stoppable((stopping) => verifyBackup({ config, found, stopping }))
  const { rows, auditEntries, auditBreaks, photos, faults } = verified
  if (json) printJson({ backup: found.shown, isSound: faults.length === 0, ...verified })
  else if (faults.length > 0) console.log(`${found.shown}:\n  ${faults.join('\n  ')}`)
  else {
    const content = shownBackup({ rows, version: found.manifest.version })
    const entries = counted(auditEntries ?? 0, 'audit entry', 'audit entries')
    console.log(`${found.shown} can be restored: ${content}, ${entries}, ${counted(photos.files, 'photo file')}.`)
    if (auditBreaks > 0)
      console.log(`Its audit log has ${counted(auditBreaks, 'break')}, as the store had: see audit verify.`)
  }
  if (faults.length > 0) throw new Failed('the backup cannot be restored as it was made')
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
      name,
      shownBackup({ rows: database.rows, version }),
      database.bytes,
      photos.keptIn ?? photos.files,
      secretKey.state,
    ]),
  )
}

type Options = { force?: true; json?: true; photos: boolean; secretKey: boolean }

/** Makes a backup in `BACKUP_URL`, as a server does when one is due. */
export const backUpNow = async (config: Config, { json, force, photos, secretKey }: Options): Promise<void> => {
  const { backups: plan } = config
  if (!plan) throw new UsageError('name a file, or set BACKUP_URL')
  if (force || !photos || !secretKey) {
    throw new UsageError('--force, --no-photos and --no-secret-key are for a backup in a file')
  }
  await noteIfCurrent('backup begun')
  const startedAtMs = systemClock.nowMs()
  const name = backupName(startedAtMs)
  const job = { name, startedAtMs, plan, abandoned: undefined, isGentle: false }
  const made = await stoppable((stopping) => runBackup(config, job, stopping))
  const location = showLocation(plan.location)
  const finished = { location, startedAtMs, finishedAtMs: systemClock.nowMs() }
  await withDatabase(({ database }) => database.write((trx) => recordCommandBackup(trx.query, made, finished))).catch(
    (error) => console.error(`warning: servers do not report this backup: ${error.message}`),
  )
  if (made.secretKey === 'missing' || made.secretKey === 'left out') {
    console.error(`warning: the secret key is not in the backup: ${reasons[made.secretKey]}`)
  }
  if (json) return printJson({ location, ...made })
  console.log(`${location}@${made.name}: ${shownBackup(made)}, ${counted(made.photos.files, 'photo file')}.`)
  if (made.removed.length > 0) console.log(`Removed: ${made.removed.join(', ')}`)
}

const reasons = {
  missing: 'the one that the store was signed with is not here',
  'left out': 'set BACKUP_PASSPHRASE to include it in s3://',
} as const
