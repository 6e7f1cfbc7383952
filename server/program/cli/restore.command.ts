import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { holdRestored } from '../../requests/maintenance/restores.repository.ts'
import { makeCheckedCopy } from '../backups/checked-copy.ts'
import { readReference } from '../backups/restore-backup.ts'
import { backedUpKeys } from '../backups/secret-key-file.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../open-database.ts'
import { confirmRestore } from '../restore-confirmation.ts'
import { printJson } from './output.ts'
import { restorePhotos } from './photo-files.ts'
import { rejectPostgres } from './postgres-backup.ts'
import { replaceStore } from './replace-store.ts'
import { restoreFromPlace } from './restore-from-place.ts'
import { completeRestore, reportText } from './restore-report.ts'
import { shownBackup } from './shown-backup.ts'
import { stoppable } from './stop-signals.ts'
import { withDatabase } from './store.ts'
import { UsageError } from './usage.ts'

type Options = {
  replace?: true
  force?: true
  json?: true
  photos: boolean
  secretKey: boolean
  confirm?: true
  hold?: true
}

export const restoreCommand = (command: Command): void => {
  command
    .argument('[backup]', 'a file, or a folder or s3:// with @latest or @NAME')
    .option('--replace', 'replace a store that has data, which is kept beside the new one')
    .option('--force', 'like --replace, even if it is unknown whether a server uses the store')
    .option('--no-photos', 'without photos')
    .option('--no-secret-key', 'without the secret key')
    .option('--confirm', 'end the hold of a store that was restored')
    .option('--hold', 'hold a database that other tools have restored')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => {
      const given = [file, options.confirm, options.hold].filter((one) => one !== undefined)
      if (given.length !== 1) throw new UsageError('restore takes a backup, or --confirm, or --hold')
      if (options.confirm) return confirm(options)
      if (file === undefined) return hold(options)
      const reference = readReference(file)
      return reference ? restoreFromPlace(reference, options) : restore(file, options)
    })
}

const help = `
The backup is checked before anything is changed, and stays where it is. A store that has data is only replaced with
--replace, and kept as <database>.before-restore-<time>. The audit log is that of the backup, with an entry of the
restore. Photos are copied from the folder <file>.photos to where they are kept (MEDIA_URL); nothing there is removed.
The secret key is taken from <file>.secret.key, unless SECRET_KEY or the file beside the database is the right one. No
other key is created: a store whose key is missing does not start.

/backups@latest and s3://bucket/prefix@latest restore the last automatic backup, @latest that of BACKUP_URL, and @NAME
another one: "backup list" lists them. With PostgreSQL, the database must exist; one that has data is replaced with
--replace, and kept as a dump.

The restored store is read-only, and mail and webhooks wait, until "restore --confirm". Look at it before that: what was
sent since the backup would be sent again, and what was erased since then is there again.`

const restore = async (file: string, options: Options): Promise<void> => {
  const config = readConfig(process.env)
  if (config.database.kind === 'postgres') return rejectPostgres(config, 'restore', file)
  checkFile(file)
  const { path } = config.database
  const { backup, kept, photoFiles } = await stoppable((stopping) =>
    replaceStore(path, {
      ...options,
      copy: (to) => makeCheckedCopy({ path: file, to, use: 'at rest' }, stopping),
      restorePhotos: () => restorePhotos(config, file, stopping),
    }),
  )
  const replaced: DatabaseConfig | undefined = kept ? { kind: 'sqlite', path: kept } : undefined
  const keys = options.secretKey ? backedUpKeys(file) : []
  const report = await completeRestore(config, { keys, replaced })
  if (options.json) printJson({ file, store: path, kept, ...backup, photoFiles, ...report })
  else {
    console.log(`${path} is restored: ${shownBackup(backup)}.`)
    if (kept) console.log(`The previous database is kept as ${kept}.`)
    console.log(reportText(report))
  }
}

/** Reading from a pipe might wait forever. */
const checkFile = (file: string): void => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    throw new Error(`${file} is not a file: ${file}@latest restores the last backup in a folder`)
  }
  if (file.startsWith('s3://')) throw new Error('add @latest, or @ and the name of a backup')
  if (!found) throw new Error(`there is no file ${file}`)
  if (!found.isFile()) throw new Error(`${file} is not a file`)
}

const hold = async ({ json }: Options): Promise<void> => {
  const config = readConfig(process.env)
  const database = await openDatabase(config.database)
  try {
    await database.write(({ query }) => holdRestored(query, systemClock.nowMs()))
  } finally {
    await database.close()
  }
  const report = await completeRestore(config, { keys: [] })
  if (json) printJson(report)
  else console.log(reportText(report))
}

const confirm = async ({ json }: Options): Promise<void> => {
  const isConfirmed = await withDatabase(({ database, author }) =>
    confirmRestore({ database, clock: systemClock })(author),
  )
  if (json) printJson({ isConfirmed })
  else if (isConfirmed) console.log('The restore is confirmed: writes, mail and webhooks continue.')
  else console.log('No restore waits for confirmation.')
}
