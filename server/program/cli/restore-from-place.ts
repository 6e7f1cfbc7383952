import { renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretKeysOf } from '../../accounts/audit/audit-key.ts'
import { counted } from '../../platform/counted.ts'
import { makeCheckedCopy } from '../backups/checked-copy.ts'
import {
  type BackupReference,
  type FoundBackup,
  fetchDatabase,
  fetchKeys,
  fetchPhotos,
  findBackup,
} from '../backups/restore-backup.ts'
import { NoPassphrase } from '../backups/sealed-key.ts'
import { fingerprintsOf } from '../backups/secret-key-file.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { shownDatabase } from '../config/shown-place.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { printJson } from './output.ts'
import { restorePostgres } from './postgres-restore.ts'
import { replaceStore } from './replace-store.ts'
import { completeRestore, reportText, type Undone } from './restore-report.ts'
import { shownBackup } from './shown-backup.ts'
import { stoppable } from './stop-signals.ts'

type Options = {
  replace?: true
  force?: true
  json?: true
  photos: boolean
  secretKey: boolean
}

/** Restores an automatic backup with one command, also to a machine that has nothing yet. */
export const restoreFromPlace = async (reference: BackupReference, options: Options): Promise<void> => {
  const config = configFor(reference)
  const { database } = config
  const found = await findBackup(config, reference.name)
  rejectOtherEngine(config, found)
  // Before anything is changed: a wrong passphrase changes nothing.
  const keys = await keysFor(config, found, options)
  const work = { ...options, found }
  const { kept, photoFiles, ...previous } = await stoppable<Restored>((stopping) =>
    database.kind === 'sqlite'
      ? restoreFile(config, database.path, { ...work, stopping })
      : restorePostgres(config, database, { ...work, stopping }),
  )
  const report = await completeRestore(config, { keys, ...previous })
  const { rows } = found.manifest.database
  const { version } = found.manifest
  const store = shownDatabase(database)
  if (options.json) {
    return printJson({ backup: found.shown, store, kept, rows, version, photoFiles, ...report })
  }
  console.log(`${store} is restored from ${found.shown}: ${shownBackup({ rows, version })}.`)
  console.log(`${counted(photoFiles, 'file')} of photos ${photoFiles === 1 ? 'was' : 'were'} copied.`)
  if (kept) console.log(`The previous database is kept as ${kept}.`)
  console.log(reportText(report))
}

export const rejectOtherEngine = ({ database }: Config, { manifest }: FoundBackup): void => {
  const { engine } = manifest.database
  if (engine === database.kind) return
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
  throw new Error(
    `the backup is of ${names[engine]}, and DATABASE_URL is ${names[database.kind]}: restore it there, and use copy`,
  )
}

/** The settings, with the location that the command names instead of `BACKUP_URL`. */
export const configFor = ({ url }: Pick<BackupReference, 'url'>): Config => {
  if (url === undefined) return readConfig(process.env)
  try {
    return readConfig({ ...process.env, BACKUP_URL: url, BACKUP_URL_FILE: undefined })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new Error(error.message.replaceAll('BACKUP_URL', 'the location of the backup'))
  }
}

/** A sealed key is not needed where the right one is already. */
const keysFor = async (config: Config, found: FoundBackup, { secretKey }: Options): Promise<readonly string[]> => {
  const { fingerprint } = found.manifest.secretKey
  const own = fingerprintsOf(secretKeysOf(config.audit))
  if (!secretKey || (fingerprint !== undefined && own.includes(fingerprint))) return []
  return fetchKeys(found, config.backupPassphrase).catch((error) => {
    if (!(error instanceof NoPassphrase)) throw error
    throw new Error(
      `${error.message}, or set SECRET_KEY to the key of the store, or add --no-secret-key to restore without it`,
    )
  })
}

type Restored = {
  kept: string | undefined
  photoFiles: number
  replaced?: DatabaseConfig | undefined
  undone?: Undone[] | undefined
}

type Work = Options & { found: FoundBackup; stopping: AbortSignal }

const restoreFile = async (config: Config, path: string, { found, ...work }: Work) => {
  const { stopping } = work
  using fetched = await fetchDatabase(found, dirname(path))
  const { kept, photoFiles } = await replaceStore(path, {
    ...work,
    copy(to) {
      renameSync(fetched.file, to)
      return makeCheckedCopy({ path: fetched.file, to, use: 'copied' }, stopping)
    },
    restorePhotos: () => fetchPhotos(found, config, stopping),
  })
  const replaced = kept ? ({ kind: 'sqlite', path: kept } as const) : undefined
  return { kept, photoFiles, replaced }
}
