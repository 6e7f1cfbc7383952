import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { auditKeys } from '../../accounts/audit/audit-chain.ts'
import { verifyNow } from '../../accounts/audit/audit-verification.ts'
import type { MediaName } from '../../animals/media/media.ts'
import { findLogHead } from '../audit-keys.ts'
import { makeCheckedCopy } from '../backups/checked-copy.ts'
import { type PostgresTools, postgresTools } from '../backups/postgres-tools.ts'
import { photosOf } from '../backups/prune.ts'
import { type FoundBackup, fetchDatabase, fetchKeys } from '../backups/restore-backup.ts'
import { NoPassphrase, WrongPassphrase } from '../backups/sealed-key.ts'
import { isKeyOf } from '../backups/secret-key-file.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../open-database.ts'
import { storeFile } from '../schema/store-file.ts'
import { loadDump } from './postgres-restore.ts'

type Work = { config: Config; found: FoundBackup; stopping: AbortSignal }

type BackupVerification = {
  rows: Record<string, number>
  /** The entries of the audit log that were checked; undefined if there is no key to check them with. */
  auditEntries: number | undefined
  photos: { files: number; missing: number; damaged: number }
  /** Breaks that the log itself reports, and nobody has accepted: the store had them when it was backed up. */
  auditBreaks: number
  /** Empty if the backup can be restored as it was made. */
  faults: string[]
}

/** Restores a backup into a temporary folder or database, compares it with what was backed up, and removes it. */
export const verifyBackup = async (work: Work): Promise<BackupVerification> => {
  const folder = mkdtempSync(join(tmpdir(), 'adoption-store-verify-'))
  try {
    using fetched = await fetchDatabase(work.found, folder)
    const found = await withRestored(work, fetched.file, async (database, rows) => ({
      rows,
      ...(await verifyLog(work, database)),
    }))
    const photos = await verifyPhotos(work)
    const faults = [
      ...found.faults,
      ...compareRows(work.found.manifest.database.rows, found.rows),
      ...photoFaults(photos),
    ]
    const { rows, auditEntries, auditBreaks } = found
    return { rows, auditEntries, auditBreaks, photos, faults }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Check<T> = (database: DatabaseConfig, rows: Record<string, number>) => Promise<T>

const withRestored = async <T>({ config, stopping }: Work, file: string, check: Check<T>): Promise<T> => {
  const { database } = config
  if (database.kind === 'sqlite') {
    const { rows } = await makeCheckedCopy({ path: file, to: file, use: 'copied' }, stopping)
    return check({ kind: 'sqlite', path: file }, rows)
  }
  const environment = config.toolEnvironment
  const tools = postgresTools({ url: database.url, environment })
  const name = `adoption_verify_${randomBytes(6).toString('hex')}`
  await tools.query(`CREATE DATABASE ${name}`).catch((error: Error) => {
    throw new Error(
      `verify restores into a temporary database, and the role may not create one (ALTER ROLE ... CREATEDB): ${error.message}`,
    )
  })
  try {
    const url = withDatabaseName(database.url, name)
    const temporary = postgresTools({ url, environment })
    await loadDump(temporary, file, []).catch((error: Error) => {
      if (!/pg_hba\.conf|no such database/.test(error.message)) throw error
      throw new Error(
        `verify restores into a temporary database, and the role may not connect to it (pg_hba.conf, PgBouncer's [databases]): ${error.message}`,
      )
    })
    stopping.throwIfAborted()
    return await check({ ...database, url }, await countRows(temporary))
  } finally {
    await tools.query(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

const withDatabaseName = (url: string, name: string): string =>
  url.replace(/^([a-z]+:\/\/[^/?#]*\/)[^?#]*/, (_, server: string) => `${server}${name}`)

const countRows = async (tools: PostgresTools): Promise<Record<string, number>> => {
  const rows: Record<string, number> = {}
  for (const table of storeFile.counted) {
    const [count] = await tools.query(`SELECT count(*) FROM ${table}`)
    rows[table] = Number(count)
  }
  return rows
}

const compareRows = (expected: Readonly<Record<string, number>>, rows: Readonly<Record<string, number>>): string[] =>
  Object.entries(expected)
    .filter(([table, count]) => rows[table] !== count)
    .map(([table, count]) => `${table} has ${rows[table] ?? 0} rows, and had ${count}`)

const verifyLog = async (work: Work, database: DatabaseConfig) => {
  const head = await findLogHead(database)
  const { keys, faults } = await survivingKeys(work)
  if (faults.length > 0) return { auditEntries: undefined, auditBreaks: 0, faults }
  if (!head) return { auditEntries: 0, auditBreaks: 0, faults }
  const [first, ...others] = keys
  if (first === undefined || !isKeyOf(keys, head)) {
    const fault = `the secret key (fingerprint ${head.key}) is not in the backup: without a copy of it, which SECRET_KEY has to name, the restored store does not start`
    return { auditEntries: undefined, auditBreaks: 0, faults: [fault] }
  }
  const opened = await openDatabase(database, { isReadOnly: true })
  try {
    const log = await verifyNow(opened, auditKeys([first, ...others], work.config.environment))
    const differences = log.findings.filter(({ kind }) => kind !== 'unverified')
    return {
      auditEntries: log.entries,
      auditBreaks: log.breaks.length,
      faults: differences.map(({ message }) => message),
    }
  } finally {
    await opened.close()
  }
}

/**
 * The keys in the backup, or else the setting, which is kept elsewhere. A key file on this machine is not used: a drill
 * is for the loss of the machine.
 */
const survivingKeys = async ({ config, found }: Work): Promise<{ keys: readonly string[]; faults: string[] }> => {
  try {
    const keys = await fetchKeys(found, config.backupPassphrase)
    return { keys: keys.length > 0 ? keys : (config.audit.secrets ?? []), faults: [] }
  } catch (error) {
    if (!(error instanceof WrongPassphrase || error instanceof NoPassphrase)) throw error
    return { keys: [], faults: [error.message] }
  }
}

/** Reads each photo: its name is the hash of its content. */
const verifyPhotos = async ({ found, stopping }: Work) => {
  const { place, name, manifest } = found
  if (manifest.photos.keptIn !== undefined) return { files: 0, missing: 0, damaged: 0 }
  const names = await photosOf(place, name)
  const counts = { files: names.length, missing: 0, damaged: 0 }
  for (const file of names) {
    stopping.throwIfAborted()
    const sha256 = await hashOfPhoto(place.photos, file)
    if (sha256 === undefined) counts.missing += 1
    else if (!file.startsWith(`${sha256}.`)) counts.damaged += 1
  }
  return counts
}

const hashOfPhoto = async (photos: FoundBackup['place']['photos'], name: MediaName): Promise<string | undefined> => {
  const found = await photos.open(name)
  if (!found) return undefined
  const hash = createHash('sha256')
  await pipeline(found.body, hash)
  return hash.digest('hex')
}

const photoFaults = ({ missing, damaged }: BackupVerification['photos']): string[] => [
  ...(missing > 0 ? [`${missing} files of photos are missing`] : []),
  ...(damaged > 0 ? [`${damaged} files of photos are damaged`] : []),
]
