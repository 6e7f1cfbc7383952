import { statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { existing } from './file-access.ts'
import type { Finding } from './finding.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30
/** Uploads are removed after seconds, and photos have up to 15 MB. */
const limits = {
  disk: { low: 2 * GIB, full: GIB / 8 },
  'disk of photos': { low: 2 * GIB, full: GIB / 8 },
  'disk of uploads': { low: 64 * MIB, full: 16 * MIB },
}

/** Checks the free space of the store, and of photos and uploads if they are on other disks. */
export const checkDisks = ({ database, media }: Config): Finding[] => {
  const folders: { check: keyof typeof limits; folder: string }[] = []
  if (database.kind === 'sqlite') folders.push({ check: 'disk', folder: dirname(database.path) })
  if (media.kind === 'folder') folders.push({ check: 'disk of photos', folder: media.folder })
  folders.push({ check: 'disk of uploads', folder: media.uploadFolder })
  const seen = new Set<number>()
  return folders.flatMap(({ check, folder }) => {
    const found = existing(resolve(folder))
    const { dev } = statSync(found)
    if (seen.has(dev)) return []
    seen.add(dev)
    return [checkDisk(check, found)]
  })
}

const checkDisk = (check: keyof typeof limits, folder: string): Finding => {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  const free = bavail * bsize
  const { low, full } = limits[check]
  // Some file systems do not count their files.
  const isOutOfFiles = files > 0 && ffree === 0
  const state = free < full || isOutOfFiles ? 'fail' : free < low ? 'warn' : 'ok'
  const found = isOutOfFiles
    ? `no further file can be created in ${folder} (no free inodes)`
    : `${(free / GIB).toFixed(1)} GiB free in ${folder}`
  const wait = check === 'disk' ? 'writes' : check === 'disk of photos' ? 'new photos' : 'uploads'
  return {
    ...{ check, state, found },
    ...(state !== 'ok' && { advice: `free space: when the disk is full, ${wait} get 503` }),
  }
}
