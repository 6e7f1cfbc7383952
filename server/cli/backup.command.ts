import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { readConfig } from '../config.ts'
import { counted, was } from '../platform/counted.ts'
import { addressForTools, parsePostgresAddress } from '../platform/storage/postgres-address.ts'
import { DatabaseTooOld } from '../platform/storage/schema.ts'
import { takeDatabase } from '../platform/storage/sqlite-file.ts'
import { syncFile, syncFolder, temporaryBeside } from './atomic-file.ts'
import type { StoreFile } from './checked-copy.messages.ts'
import { makeCheckedCopy } from './checked-copy.ts'
import { printJson } from './output.ts'
import { backUpPhotos, restorePhotos } from './photo-files.ts'
import { stoppable, unlessStopped } from './stop-signals.ts'
import { noteInLog } from './store.ts'
import { Failed } from './usage.ts'

type Options = { force?: true; json?: true; photos: boolean }

export const backupCommand = (command: Command): void => {
  command
    .argument('<file>')
    .option('--force', 'replace the file if it exists')
    .option('--no-photos', 'without photos')
    .option('--json', 'print one JSON document')
    .addHelpText('after', backupHelp)
    .action(async (file: string, options: Options) => {
      const path = storePath(file, 'backup')
      const { backup, photoFiles } = await stoppable((stopping) =>
        backUp(path, file, { ...options, stopping }),
      )
      if (options.json) printJson({ file, ...backup, photoFiles })
      else console.log(`The database is backed up to ${file}: ${shown(backup)}.${also(photoFiles)}`)
    })
}

export const restoreCommand = (command: Command): void => {
  command
    .argument('<file>')
    .option('--force', 'also if it is unknown whether a server uses the database')
    .option('--no-photos', 'without photos')
    .option('--json', 'print one JSON document')
    .addHelpText('after', restoreHelp)
    .action(async (file: string, options: Options) => {
      const path = storePath(file, 'restore')
      checkFile(file)
      const { backup, kept, photoFiles } = await stoppable(async (stopping) => {
        // Before the database: no photo is there without its files.
        const photoFiles = options.photos
          ? await restorePhotos(readConfig(process.env), file, stopping)
          : 0
        return { photoFiles, ...(await restore(file, path, { ...options, stopping })) }
      })
      // Into the log that is valid from now on: that of the backup.
      await noteIfCurrent('backup restored')
      if (options.json) printJson({ file, store: path, kept, ...backup, photoFiles })
      else console.log(`${restored(path, backup, kept)}${also(photoFiles)}`)
    })
}

const backupHelp = `
The backup contains every write that was acknowledged before it began. It is checked, synced, readable only by its owner,
and appears when it is complete. It contains the hashes of keys, the secrets of webhooks and customers' addresses.
Photos are copied into the folder <file>.photos, where those of an earlier backup are kept and not copied again.`

const restoreHelp = `
The backup is checked before anything is changed, and stays where it is. The previous database is kept as
<database>.before-restore-<time>. The audit log is that of the backup, with an entry of the restore. Photos are copied
from the folder <file>.photos to where they are kept (MEDIA_URL); nothing there is removed.`

/** Where the embedded database is. PostgreSQL has better tools of its own: the message names them. */
const storePath = (file: string, what: 'backup' | 'restore'): string => {
  const { database } = readConfig(process.env)
  if (database.kind === 'sqlite') return database.path
  console.error(postgresHelp(database, file)[what])
  throw new Failed(`the database is PostgreSQL: nothing was done`)
}

const postgresHelp = ({ url }: Extract<DatabaseConfig, { kind: 'postgres' }>, file: string) => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const to = `--dbname=${quoted(addressForTools(parsePostgresAddress(url)))}`
  const password = 'The password goes into PGPASSWORD or ~/.pgpass. Run:\n'
  return {
    backup: `${password}\n  pg_dump --format=custom --file=${quoted(file)} ${to}\n`,
    restore: `${password}\n  pg_restore --clean --if-exists --single-transaction ${to} ${quoted(file)}\n\nStop every server on it first.\n`,
  }
}

type Stoppable = Options & { stopping: AbortSignal }

const backUp = async (path: string, file: string, { force, photos, stopping }: Stoppable) => {
  if (!existsSync(path)) throw new Error(`there is no store at ${path}`)
  if (existsSync(file) && !force) throw new Error(`${file} is there already; --force replaces it`)
  await noteIfCurrent('backup begun')
  const temporary = temporaryBeside(file)
  try {
    const copy = { path, to: temporary, isInUse: true }
    const backup = await unlessStopped(makeCheckedCopy(copy), stopping)
    syncFile(temporary)
    // After the database: what it names is there for a day more, whatever is deleted meanwhile.
    const photoFiles = photos ? await backUpPhotos(readConfig(process.env), file, stopping) : 0
    renameSync(temporary, file)
    syncFolder(file)
    return { backup, photoFiles }
  } finally {
    remove(temporary)
  }
}

/** A database of an earlier version is left as it is: the first start, or `migrate`, upgrades it. */
const noteIfCurrent = async (kind: 'backup begun' | 'backup restored'): Promise<void> => {
  try {
    await noteInLog(kind)
  } catch (error) {
    if (!(error instanceof DatabaseTooOld)) throw error
    console.error('note: the store is of an earlier version, so its audit log has no entry of this')
  }
}

/** Whoever reads a pipe may wait for ever. */
const checkFile = (file: string): void => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new Error(`there is no file ${file}`)
  if (!found.isFile()) throw new Error(`${file} is not a file`)
}

const restore = async (file: string, path: string, { force, stopping }: Stoppable) => {
  const temporary = temporaryBeside(path)
  try {
    const copy = { path: file, to: temporary, isInUse: false }
    const backup = await unlessStopped(makeCheckedCopy(copy), stopping)
    syncFile(temporary)
    const { use, release } = takeDatabase(path)
    try {
      if (use === 'in use') throw new Error(`a program has ${path} open: stop every server on it`)
      if (use === 'unknown' && !force) {
        throw new Error(
          `${path} is damaged, so there is no telling whether a server runs on it: stop it, and add --force`,
        )
      }
      const kept = putAside(path)
      renameSync(temporary, path)
      syncFolder(path)
      return { backup, kept }
    } finally {
      release()
    }
  } finally {
    remove(temporary)
  }
}

const parts = ['', '-wal', '-shm', '-journal']

/** With its log, if it has one: the new database must not find it. */
const putAside = (path: string): string | undefined => {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const kept = `${path}.before-restore-${time}`
  const there = parts.filter((part) => existsSync(path + part))
  for (const part of there) renameSync(path + part, kept + part)
  return there.length > 0 ? kept : undefined
}

const remove = (path: string): void => {
  for (const part of parts) rmSync(path + part, { force: true })
}

const also = (photoFiles: number): string =>
  photoFiles === 0 ? '' : ` ${counted(photoFiles, 'file')} of photos ${was(photoFiles)} copied.`

const shown = ({ rows, version }: StoreFile): string =>
  [
    ...[counted(rows.pets, 'animal'), counted(rows.orders, 'order')],
    ...[counted(rows.accounts, 'account'), `version ${version}`],
  ].join(', ')

const restored = (path: string, backup: StoreFile, kept: string | undefined): string =>
  `${path} is restored: ${shown(backup)}.${kept ? ` The previous database is kept as ${kept}.` : ''}`
