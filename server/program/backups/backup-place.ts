import type { MediaStorage } from '../../animals/media/media.ts'
import type { BackupLocation } from '../config/backup.settings.ts'

/**
 * Where backups are: each is a folder of files. All of them share one folder of photos, whose names are the hashes of
 * their content. Adapters: `folder-place.ts`, `s3-place.ts`.
 */
export type BackupPlace = {
  /** The names of the complete backups, oldest first. */
  list(): Promise<string[]>
  /** The names of backups that were begun and not completed, oldest first. */
  listIncomplete(): Promise<string[]>
  /** Adds a file to a backup that is not complete. Its bytes are durable. */
  add(name: string, file: string, path: string): Promise<void>
  /** Adds the last file, which completes the backup. */
  complete(name: string, file: string, path: string): Promise<void>
  /** Copies a file of a backup to a new file. Returns false if the backup does not have it. */
  download(name: string, file: string, path: string): Promise<boolean>
  /** Reads a small file. */
  read(name: string, file: string): Promise<string | undefined>
  /** Removes a backup. If this stops halfway, the rest is an incomplete backup. */
  remove(name: string): Promise<void>
  photos: MediaStorage
}

/** Without credentials. */
export const showLocation = (location: BackupLocation): string =>
  location.kind === 'folder'
    ? location.folder
    : `s3://${[location.s3.bucket, location.s3.prefix].filter(Boolean).join('/')}`
