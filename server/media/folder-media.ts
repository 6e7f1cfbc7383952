import { createReadStream } from 'node:fs'
import { copyFile, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../platform/make-folder.ts'
import { isMediaName, type MediaName, type MediaStorage, MediaUnavailable } from './media.ts'

/** Files in a folder, in 256 folders by the first digits of their names. Only their owner may read them. */
export const folderMedia = (folder: string): MediaStorage => {
  const pathOf = (name: MediaName): string => join(folder, name.slice(0, 2), name)

  const findFile = async (name: MediaName): Promise<{ bytes: number } | undefined> => {
    const found = await orNone(stat(pathOf(name)))
    return found?.isFile() ? { bytes: found.size } : undefined
  }

  return {
    async put(name, file) {
      const path = pathOf(name)
      try {
        const isNew = await makeFolder(dirname(path), 0o700)
        await syncFile(file)
        await move(file, path)
        await syncFolder(dirname(path))
        // A folder that is new has to be found again too.
        if (isNew) await syncFolder(folder)
      } catch (error) {
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

    async *list() {
      const top = await orNone(opendir(folder))
      if (!top) return
      for await (const shelf of top) {
        if (!/^[0-9a-f]{2}$/.test(shelf.name) || !shelf.isDirectory()) continue
        for await (const entry of await opendir(join(folder, shelf.name))) {
          const { name } = entry
          // A pipe, or a link to a device, would never end: a folder may be somebody else's.
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

/** Where the system can: else its own journal has to do. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Appears whole under its name, also where it comes from another disk. */
const move = async (file: string, path: string): Promise<void> => {
  try {
    await rename(file, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const near = `${path}.part`
    await copyFile(file, near)
    await syncFile(near)
    await rename(near, path)
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
