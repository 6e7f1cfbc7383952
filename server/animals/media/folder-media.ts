import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../platform/make-folder.ts'
import { sweepFolder } from '../../platform/sweep-folder.ts'
import { isMediaName, type MediaName, type MediaStorage, MediaUnavailable } from './media.ts'

/**
 * Files in a folder, in 256 subfolders by the first digits of their names. Only their owner can
 * read them.
 */
export const folderMedia = (folder: string): MediaStorage => {
  const pathOf = (name: MediaName): string => join(folder, name.slice(0, 2), name)
  /** On the same disk as the folder, so that a rename publishes a complete file atomically. */
  const incoming = join(folder, 'incoming')

  const findFile = async (name: MediaName): Promise<{ bytes: number } | undefined> => {
    const found = await orNone(stat(pathOf(name)))
    return found?.isFile() ? { bytes: found.size } : undefined
  }

  return {
    async put(name, file) {
      const path = pathOf(name)
      // Replicas that share the folder may store the same file at the same time.
      const part = join(incoming, `${randomUUID()}.part`)
      try {
        await makeFolder(incoming, 0o700)
        const isNew = await makeFolder(dirname(path), 0o700)
        await move(file, part)
        await syncFile(part)
        await rename(part, path)
        await syncFolder(dirname(path))
        // A new folder needs a sync of its parent too.
        if (isNew) await syncFolder(folder)
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined)
        throw new MediaUnavailable(error)
      }
    },

    find: findFile,

    async open(name) {
      const path = pathOf(name)
      const handle = await orNone(open(path))
      if (!handle) return undefined
      const { size: bytes } = await handle.stat()
      return { bytes, body: createReadStream(path, { fd: handle }) }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },

    async sweep(beforeMs, stopping) {
      await sweepFolder(incoming, beforeMs, stopping)
      // Versions before 1.2.0 received uploads there.
      await sweepFolder(join(folder, 'uploads'), beforeMs, stopping)
    },

    async *list() {
      const top = await orNone(opendir(folder))
      if (!top) return
      for await (const shelf of top) {
        if (!/^[0-9a-f]{2}$/.test(shelf.name) || !shelf.isDirectory()) continue
        for await (const entry of await opendir(join(folder, shelf.name))) {
          const { name } = entry
          // A pipe, or a link to a device, would never end, and the folder may contain other files.
          if (isMediaName(name) && (entry.isFile() || (await findFile(name)))) yield name
        }
      }
    },
  }
}

const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** If the system supports it; otherwise its journal must do. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Copies the file if it is on another disk. */
const move = async (file: string, to: string): Promise<void> => {
  try {
    await rename(file, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(file, to)
    await rm(file, { force: true })
  }
}

const orNone = async <T>(found: Promise<T>): Promise<T | undefined> => {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new MediaUnavailable(error)
  }
}
