import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { makeFolderSync } from '../../platform/make-folder.ts'
import {
  databaseFileParts,
  executeInFile,
  removeDatabaseFile,
  takeDatabase,
} from '../../platform/storage/sqlite-file.ts'
import {
  holdRestored,
  unconfirmedRestoreSql,
} from '../../requests/maintenance/restores.repository.ts'
import { requestLogPath } from '../../requests/request-log/request-log-file.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../open-database.ts'
import { confirmRestore } from '../restore-confirmation.ts'
import { storeFile } from '../schema/store-file.ts'
import { syncFile, syncFolder, temporaryBeside } from './atomic-file.ts'
import { shownBackup } from './backup.command.ts'
import { makeCheckedCopy } from './checked-copy.ts'
import { printJson } from './output.ts'
import { restorePhotos } from './photo-files.ts'
import { rejectPostgres } from './postgres-backup.ts'
import { completeRestore, reportText } from './restore-report.ts'
import { backedUpKeys } from './secret-key-file.ts'
import { stoppable, unlessStopped } from './stop-signals.ts'
import { withDatabase } from './store.ts'
import { UsageError } from './usage.ts'

type Options = {
  replace?: true
  force?: true
  json?: true
  photos: boolean
  confirm?: true
  hold?: true
}

export const restoreCommand = (command: Command): void => {
  command
    .argument('[file]')
    .option('--replace', 'replace a store that has data, which is kept beside the new one')
    .option('--force', 'like --replace, even if it is unknown whether a server uses the store')
    .option('--no-photos', 'without photos')
    .option('--confirm', 'end the hold of a store that was restored')
    .option('--hold', 'hold a database that other tools have restored')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => {
      const given = [file, options.confirm, options.hold].filter((one) => one !== undefined)
      if (given.length !== 1) throw new UsageError('restore takes a file, or --confirm, or --hold')
      if (options.confirm) return confirm(options)
      return file === undefined ? hold(options) : restore(file, options)
    })
}

const help = `
The backup is checked before anything is changed, and stays where it is. A store that has data is only replaced with
--replace, and kept as <database>.before-restore-<time>. The audit log is that of the backup, with an entry of the
restore. Photos are copied from the folder <file>.photos to where they are kept (MEDIA_URL); nothing there is removed.
The secret key is taken from <file>.secret.key, unless SECRET_KEY or the file beside the database is the right one. No
other key is created: a store whose key is missing does not start.

The restored store is read-only, and mail and webhooks wait, until "restore --confirm". Look at it before that: what was
sent since the backup would be sent again, and what was erased since then is there again.`

const restore = async (file: string, options: Options): Promise<void> => {
  const config = readConfig(process.env)
  if (config.database.kind === 'postgres') return rejectPostgres(config, 'restore', file)
  checkFile(file)
  const { path } = config.database
  const { backup, kept, photoFiles } = await stoppable((stopping) =>
    replaceStore(config, path, { ...options, file, stopping }),
  )
  const replaced: DatabaseConfig | undefined = kept ? { kind: 'sqlite', path: kept } : undefined
  const report = await completeRestore(config, { keys: backedUpKeys(file), replaced })
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
  if (!found) throw new Error(`there is no file ${file}`)
  if (!found.isFile()) throw new Error(`${file} is not a file`)
}

type Work = Options & { file: string; stopping: AbortSignal }

const replaceStore = async (config: Config, path: string, work: Work) => {
  const { file, photos, stopping } = work
  makeFolderSync(dirname(path), 0o700)
  const temporary = temporaryBeside(path)
  try {
    const copy = { path: file, to: temporary, isInUse: false }
    const backup = await unlessStopped(makeCheckedCopy(copy), stopping)
    // Before anybody can open it, so that nothing is sent again.
    executeInFile(temporary, unconfirmedRestoreSql(systemClock.nowMs()))
    syncFile(temporary)
    const current = takeDatabase(path, storeFile.counted)
    try {
      rejectReplacing(path, current, work)
      // Photos first: the database must not have a photo without its files.
      const photoFiles = photos ? await restorePhotos(config, file, stopping) : 0
      const kept = putAside(path)
      renameSync(temporary, path)
      removeDatabaseFile(requestLogPath(path))
      syncFolder(path)
      return { backup, kept, photoFiles }
    } finally {
      current.release()
    }
  } finally {
    removeDatabaseFile(temporary)
  }
}

const rejectReplacing = (
  path: string,
  { use, hasRows }: ReturnType<typeof takeDatabase>,
  { replace, force }: Options,
): void => {
  if (use === 'in use') throw new Error(`a program has ${path} open: stop every server on it`)
  if (use === 'unknown' && !force) {
    throw new Error(
      `${path} is damaged, so it is unknown whether a server uses it: stop it, and add --force`,
    )
  }
  if (hasRows && !replace && !force) {
    throw new Error(
      `${path} already has data; --replace replaces it, and keeps it as ${path}.before-restore-<time>`,
    )
  }
}

/** Moves the database and its log, which the new database must not find. */
const putAside = (path: string): string | undefined => {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const kept = `${path}.before-restore-${time}`
  const there = databaseFileParts.filter((part) => existsSync(path + part))
  for (const part of there) renameSync(path + part, kept + part)
  return there.length > 0 ? kept : undefined
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
