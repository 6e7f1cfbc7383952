import { opendir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../platform/make-folder.ts'
import { MARKER_PREFIX } from './media.ts'

export type FolderMarkers = ReturnType<typeof folderMarkers>

const TEXT = 'A server created this file so that other servers can see that they share this folder.\n'

/** Files that servers create in the folder of photos, to find out whether they share it. */
export const folderMarkers = (folder: string) => {
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true })
  const writtenAtMs = async (name: string): Promise<number | undefined> => {
    const found = await stat(join(folder, name)).catch(() => undefined)
    return found?.mtimeMs
  }

  return {
    /** Throws if the folder is not writable. */
    async write(name: string, nowMs: number): Promise<void> {
      await makeFolder(folder, 0o700)
      const path = join(folder, name)
      await writeFile(path, TEXT, { mode: 0o600 })
      // The clock of a file server may differ from that of the servers, which remove old markers.
      await utimes(path, nowMs / 1_000, nowMs / 1_000)
    },

    isThere: async (name: string): Promise<boolean> => (await writtenAtMs(name)) !== undefined,

    remove,

    /** Removes markers of servers that were killed. */
    async sweep(beforeMs: number): Promise<void> {
      for await (const { name } of await opendir(folder)) {
        if (!name.startsWith(MARKER_PREFIX)) continue
        if (((await writtenAtMs(name)) ?? beforeMs) < beforeMs) await remove(name)
      }
    },
  }
}
