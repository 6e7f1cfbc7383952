import { copyFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderMedia } from '../../animals/media/folder-media.ts'
import { syncFile, syncFolder } from '../../platform/atomic-file.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { isBackupName, MANIFEST_FILE } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'

/** The suffix of a backup that is not complete. */
const PART = '.part'

/** The folder of a backup that is not complete. */
export const partFolder = (folder: string, name: string): string => join(folder, `${name}${PART}`)

/** Backups in a folder that only its owner can read. An incomplete one has another name. */
export const folderPlace = (folder: string): BackupPlace => {
  const partOf = (name: string): string => partFolder(folder, name)

  const add = async (name: string, file: string, path: string): Promise<void> => {
    await makeFolder(partOf(name), 0o700)
    const to = join(partOf(name), file)
    await move(path, to)
    syncFile(to)
  }

  const namesIn = async (suffix: string): Promise<string[]> => {
    const found = await orNone(readdir(folder))
    return (found ?? [])
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, name.length - suffix.length))
      .filter(isBackupName)
      .toSorted()
  }

  return {
    async list() {
      const names = await namesIn('')
      const complete = await Promise.all(names.map((name) => orNone(stat(join(folder, name, MANIFEST_FILE)))))
      return names.filter((_, index) => complete[index])
    },

    listIncomplete: () => namesIn(PART),

    add,

    async complete(name, file, path) {
      await add(name, file, path)
      syncFolder(join(partOf(name), file))
      await rename(partOf(name), join(folder, name))
      syncFolder(join(folder, name))
    },

    async download(name, file, path) {
      const copied = await orNone(copyFile(join(folder, name, file), path).then(() => true))
      return copied === true
    },

    async read(name, file) {
      const text = await orNone(readFile(join(folder, name, file), 'utf8'))
      return text ?? orNone(readFile(join(partOf(name), file), 'utf8'))
    },

    async remove(name) {
      const found = await orNone(stat(join(folder, name)))
      if (found) await rename(join(folder, name), partOf(name))
      await rm(partOf(name), { recursive: true, force: true })
    },

    photos: folderMedia(join(folder, 'photos')),
  }
}

/** Copies a file that is on another disk. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
    await rm(from)
  }
}

const orNone = async <T>(found: Promise<T>): Promise<T | undefined> => {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
