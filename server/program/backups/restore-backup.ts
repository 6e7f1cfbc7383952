import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readSecretKeys } from '../../accounts/audit/secret-keys.ts'
import { openMedia } from '../../animals/animals.module.ts'
import { copyFile } from '../../animals/media/copy-media.ts'
import { makeFolderSync } from '../../platform/make-folder.ts'
import type { Config } from '../config.ts'
import {
  isBackupName,
  KEY_FILE,
  MANIFEST_FILE,
  type Manifest,
  readManifest,
  SEALED_KEY_FILE,
} from './backup-manifest.ts'
import { type BackupPlace, showLocation } from './backup-place.ts'
import { hashOf } from './make-backup.ts'
import { openPlace } from './open-place.ts'
import { photosOf } from './prune.ts'
import { NoPassphrase, unseal } from './sealed-key.ts'

/** A backup to restore: `/backups@latest`, `s3://bucket/prefix@2026-11-26T03-00-00-123Z`, or `@latest` of `BACKUP_URL`. */
export type BackupReference = { url: string | undefined; name: string }

/** Undefined if the text names a file. */
export const readReference = (text: string): BackupReference | undefined => {
  const at = text.lastIndexOf('@')
  const name = text.slice(at + 1)
  if (at === -1 || !(name === 'latest' || isBackupName(name))) return undefined
  if (statSync(text, { throwIfNoEntry: false })?.isFile()) return undefined
  return { url: text.slice(0, at) || undefined, name }
}

export type FoundBackup = { place: BackupPlace; name: string; manifest: Manifest; shown: string }

/** Finds a backup by its name; `latest` is the last complete one. */
export const findBackup = async ({ backups }: Pick<Config, 'backups'>, wanted: string): Promise<FoundBackup> => {
  if (!backups) throw new Error('BACKUP_URL is not set: name the folder or the bucket of backups')
  const location = showLocation(backups.location)
  const place = await openPlace(backups.location)
  const names = await place.list()
  const name = wanted === 'latest' ? names.at(-1) : wanted
  if (name === undefined) throw new Error(`there is no complete backup in ${location}`)
  const text = names.includes(name) ? await place.read(name, MANIFEST_FILE) : undefined
  if (text === undefined) {
    const others = names.length === 0 ? '' : `: it has ${names.slice(-5).join(', ')}`
    throw new Error(`there is no complete backup ${name} in ${location}${others}`)
  }
  return { place, name, manifest: readManifest(text), shown: `${location}@${name}` }
}

/**
 * Fetches the copy of the database into a new folder in `folder`, and checks that its bytes are those that were
 * written.
 */
export const fetchDatabase = async (
  { place, name, manifest }: FoundBackup,
  folder: string,
): Promise<{ file: string } & Disposable> => {
  const { file, sha256 } = manifest.database
  makeFolderSync(folder, 0o700)
  const own = mkdtempSync(join(folder, 'restore-'))
  const dispose = () => rmSync(own, { recursive: true, force: true })
  const path = join(own, file)
  try {
    if (!(await place.download(name, file, path))) throw new Error(`the backup has lost ${file}`)
    if ((await hashOf(path)) !== sha256) throw new Error(`${file} of the backup is damaged`)
    return { file: path, [Symbol.dispose]: dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

/** The secret keys in a backup; none if it has none. Throws `WrongPassphrase` or `NoPassphrase`. */
export const fetchKeys = async (
  { place, name }: FoundBackup,
  passphrase: string | undefined,
): Promise<readonly string[]> => {
  const plain = await place.read(name, KEY_FILE)
  if (plain !== undefined) return readSecretKeys(plain.trim())
  const sealed = await place.read(name, SEALED_KEY_FILE)
  if (sealed === undefined) return []
  if (passphrase === undefined) throw new NoPassphrase()
  return readSecretKeys((await unseal(sealed, passphrase)).trim())
}

/** Copies the photos of a backup to where the store has them. Returns how many were copied. */
export const fetchPhotos = async (
  { place, name, manifest }: FoundBackup,
  config: Pick<Config, 'media'>,
  stopping: AbortSignal,
): Promise<number> => {
  if (manifest.photos.keptIn !== undefined) return 0
  const media = await openMedia(config)
  const to = { media, folder: config.media.uploadFolder, stopping }
  let copied = 0
  for (const file of await photosOf(place, name)) {
    stopping.throwIfAborted()
    if (await media.find(file)) continue
    if (await copyFile(file, place.photos, to)) copied += 1
  }
  return copied
}
