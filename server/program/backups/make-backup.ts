import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { secretKeysOf } from '../../accounts/audit/audit-key.ts'
import { openMedia } from '../../animals/animals.module.ts'
import { copyFile } from '../../animals/media/copy-media.ts'
import type { MediaName } from '../../animals/media/media.ts'
import { systemClock } from '../../platform/clock.ts'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import { checkDatabaseFile, copyOnline } from '../../platform/storage/sqlite-file.ts'
import { shownMedia } from '../config/shown-place.ts'
import { storeFile } from '../schema/store-file.ts'
import { programVersion } from '../version.ts'
import type { BackupJob, BackupMade } from './backup-job.ts'
import {
  type BackedUpKey,
  KEY_FILE,
  MANIFEST_FILE,
  type Manifest,
  PHOTO_LIST_FILE,
  SEALED_KEY_FILE,
} from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { readDump } from './dump-contents.ts'
import { openPlace } from './open-place.ts'
import { postgresTools } from './postgres-tools.ts'
import { pruneBackups } from './prune.ts'
import { seal } from './sealed-key.ts'
import { isKeyOf } from './secret-key-file.ts'
import { readContents, type StoreContents } from './store-contents.ts'

/**
 * Makes a backup, checks it, and removes old ones. A child process runs this: SQLite copies a database without
 * interruption, and the process can be killed at any moment.
 */
export const makeBackup = async (job: BackupJob, stopping: AbortSignal): Promise<BackupMade> => {
  const { name, plan, config, workFolder } = job
  const place = await openPlace(plan.location)
  if (job.abandoned !== undefined) await place.remove(job.abandoned)
  await makePrivateFolder(workFolder)
  const { contents, ...database } = await copyDatabase(job)
  const list = contents.photos.map((file) => `${file}\n`).join('')
  // Before the photos, so that nobody removes those that this backup needs.
  await addText(place, job, { file: PHOTO_LIST_FILE, text: list })
  const photos = await copyPhotos(job, { place, names: contents.photos, stopping })
  const bytes = (await stat(join(workFolder, database.file))).size
  const sha256 = await hashOf(join(workFolder, database.file))
  await place.add(name, database.file, join(workFolder, database.file))
  const secretKey = await addKey(place, job, contents)
  const manifest: Manifest = {
    format: 1,
    startedAt: new Date(job.startedAtMs).toISOString(),
    finishedAt: new Date(systemClock.nowMs()).toISOString(),
    release: programVersion,
    version: contents.version,
    database: { ...database, bytes, sha256, rows: contents.rows },
    photos: {
      ...(photos === undefined && { keptIn: shownMedia(config.media) }),
      files: contents.photos.length,
      missing: photos?.missing ?? 0,
      sha256: createHash('sha256').update(list).digest('hex'),
    },
    secretKey: { state: secretKey, ...(contents.head && { fingerprint: contents.head.key }) },
  }
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`
  await addText(place, job, { file: MANIFEST_FILE, text, isLast: true })
  const pruning = { keep: plan.keep, nowMs: job.startedAtMs, stopping }
  return {
    name,
    bytes,
    secretKey,
    rows: contents.rows,
    version: contents.version,
    photos: { files: contents.photos.length, copied: 0, missing: 0, ...photos },
    removed: await pruneBackups(place, pruning),
  }
}

type Copied = Pick<Manifest['database'], 'engine' | 'file'> & { contents: StoreContents }

/** Copies the database as it is at one moment, and reads the whole copy. */
const copyDatabase = async ({ config, workFolder }: BackupJob): Promise<Copied> => {
  const { database } = config
  if (database.kind === 'sqlite') {
    const file = join(workFolder, 'store.db')
    copyOnline(database.path, file)
    const checked = checkDatabaseFile(file, storeFile)
    const contents = await readContents({ kind: 'sqlite', path: file })
    return { engine: 'sqlite', file: 'store.db', contents: { ...checked, ...contents } }
  }
  const file = join(workFolder, 'store.dump')
  const tools = postgresTools({ url: database.url, environment: config.toolEnvironment })
  await tools.dump(file)
  const contents = await readDump(tools.lines(file))
  return { engine: 'postgres', file: 'store.dump', contents }
}

/** Each photo is synced, and writes wait for the same disk: it rests twice as long as it works. */
const REST = 2

type Photos = { place: BackupPlace; names: readonly MediaName[]; stopping: AbortSignal }

/** After the database: the files that it names exist for another day, whatever is deleted meanwhile. */
const copyPhotos = async (
  { config, workFolder, isGentle }: BackupJob,
  { place, names, stopping }: Photos,
): Promise<{ copied: number; missing: number } | undefined> => {
  if (config.media.kind === 's3') return undefined
  const from = await openMedia(config)
  const there = new Set(await Array.fromAsync(place.photos.list()))
  const to = { media: place.photos, folder: join(workFolder, 'photos'), stopping }
  let copied = 0
  let missing = 0
  for (const name of names) {
    stopping.throwIfAborted()
    if (there.has(name)) continue
    const beganMs = systemClock.steadyMs()
    if (await copyFile(name, from, to)) copied += 1
    else missing += 1
    if (isGentle) await sleep(REST * (systemClock.steadyMs() - beganMs))
  }
  await rm(to.folder, { recursive: true, force: true })
  return { copied, missing }
}

/** Only the key that the copy was signed with is worth backing up. */
const addKey = async (place: BackupPlace, job: BackupJob, { head }: StoreContents): Promise<BackedUpKey> => {
  const { audit, backupPassphrase } = job.config
  const keys = secretKeysOf(audit)
  if (keys.length === 0 && !head) return 'none'
  if (!isKeyOf(keys, head)) return 'missing'
  const text = `${keys.join(',')}\n`
  if (backupPassphrase !== undefined) {
    const sealed = await seal(text, backupPassphrase)
    await addText(place, job, { file: SEALED_KEY_FILE, text: sealed })
    return 'sealed'
  }
  if (job.plan.location.kind === 's3') return 'left out'
  await addText(place, job, { file: KEY_FILE, text })
  return 'plain'
}

type Text = { file: string; text: string; isLast?: true }

const addText = async (
  place: BackupPlace,
  { name, workFolder }: BackupJob,
  { file, text, isLast }: Text,
): Promise<void> => {
  const path = join(workFolder, file)
  await writeFile(path, text, { mode: 0o600 })
  await (isLast ? place.complete : place.add)(name, file, path)
}

export const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
