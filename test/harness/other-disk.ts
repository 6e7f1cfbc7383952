import { accessSync, constants, mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cleanupProcess } from './cleanup-process.ts'

const places = ['/dev/shm', '/var/tmp', '/tmp', import.meta.dirname]

/** A new folder on another disk than the path, removed with this process; undefined if there is only one disk. */
export const folderOnOtherDisk = (path: string): string | undefined => {
  const own = statSync(path).dev
  const place = places.find((one) => isWritable(one) && statSync(one).dev !== own)
  if (place === undefined) return undefined
  const folder = mkdtempSync(join(place, 'adoption-other-disk-'))
  cleanupProcess.remove(folder)
  return folder
}

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
