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
  'disk of backups': { low: 2 * GIB, full: GIB / 8 },
  'disk of uploads': { low: 64 * MIB, full: 16 * MIB },
}

type Check = keyof typeof limits

/** Checks the disk of the store, and those of photos, backups and uploads if they are on others. */
export const checkDisks = ({ database, media, backups }: Config): Finding[] => {
  const folders: { check: Check; folder: string }[] = []
  if (database.kind === 'sqlite') folders.push({ check: 'disk', folder: dirname(database.path) })
  if (media.kind === 'folder') folders.push({ check: 'disk of photos', folder: media.folder })
  if (backups?.location.kind === 'folder') folders.push({ check: 'disk of backups', folder: backups.location.folder })
  folders.push({ check: 'disk of uploads', folder: media.uploadFolder })
  const seen = new Map<number, Check>()
  return folders.flatMap(({ check, folder }) => {
    const found = existing(resolve(folder))
    const { dev } = statSync(found)
    const other = seen.get(dev)
    if (other !== undefined) return check === 'disk of backups' ? [onSameDisk(found, other)] : []
    seen.set(dev, check)
    return [checkRoom(check, found), ...checkKind(check, found)]
  })
}

const uses = {
  disk: 'writes',
  'disk of photos': 'new photos',
  'disk of backups': 'backups',
  'disk of uploads': 'uploads',
} as const satisfies Record<Check, string>

const checkRoom = (check: Check, folder: string): Finding => {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  const free = bavail * bsize
  const { low, full } = limits[check]
  // Some file systems do not count their files.
  const isOutOfFiles = files > 0 && ffree === 0
  const state = free < full || isOutOfFiles ? 'fail' : free < low ? 'warn' : 'ok'
  const found = isOutOfFiles
    ? `no further file can be created in ${folder} (no free inodes)`
    : `${(free / GIB).toFixed(1)} GiB free in ${folder}`
  const failing = check === 'disk of backups' ? 'fail' : 'get 503'
  return {
    check,
    state,
    found,
    ...(state !== 'ok' && {
      advice: `free space: when the disk is full, ${uses[check]} ${failing}`,
    }),
  }
}

const onSameDisk = (folder: string, other: Check): Finding => ({
  check: 'disk of backups',
  state: 'warn',
  found: `the backups in ${folder} are on the disk of ${other === 'disk' ? 'the store' : 'the photos'}: a broken disk takes both`,
  advice: 'set BACKUP_URL to a folder on another disk, or to s3://',
})

/** File systems by their number on Linux: see statfs(2). */
const kinds: Record<number, { found: string; advice: string }> = (() => {
  const memory = {
    found: 'is in memory (tmpfs), and lost when the machine restarts',
    advice: 'use a folder on a disk',
  }
  const network = {
    found: 'is on a network file system, where SQLite may lose writes',
    advice: 'use a local disk for the store, or PostgreSQL',
  }
  const layer = {
    found: 'is in a layer of the container, and lost with the container',
    advice: 'mount a volume there',
  }
  return {
    16914836: memory,
    2240043254: memory,
    2035054128: layer,
    26985: network,
    4283649346: network,
    4266872130: network,
  }
})()

/** Photos and backups may be on a network file system. */
const checkKind = (check: Check, folder: string): Finding[] => {
  const type = statfsSync(folder).type >>> 0
  const kind = check === 'disk of uploads' || process.platform !== 'linux' ? undefined : kinds[type]
  if (!kind || (check !== 'disk' && kind.found.includes('network'))) return []
  return [{ check, state: 'warn', found: `${folder} ${kind.found}`, advice: kind.advice }]
}
