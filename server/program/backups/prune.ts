import { isMediaName, type MediaName } from '../../animals/media/media.ts'
import { MANIFEST_FILE, PHOTO_LIST_FILE, readManifest } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'

/** An incomplete backup is removed after this: until then somebody may be making it. */
const INCOMPLETE_MS = 24 * 60 * 60_000

type Pruning = { keep: number; nowMs: number; stopping: AbortSignal }

/** Removes all but the newest backups, and the photos that only they needed. Returns their names. */
export const pruneBackups = async (place: BackupPlace, { keep, nowMs, stopping }: Pruning): Promise<string[]> => {
  // Files that killed processes left behind.
  await place.photos.sweep(nowMs - INCOMPLETE_MS, stopping)
  const names = await place.list()
  const old = names.slice(0, Math.max(0, names.length - keep))
  const rest = names.slice(old.length)
  const incomplete = (await place.listIncomplete()).filter((name) => isOlder(name, nowMs))
  const removable = [...old, ...incomplete]
  if (removable.length === 0) return []
  const unused = await findUnused(place, { removable, rest })
  for (const name of removable) {
    stopping.throwIfAborted()
    await place.remove(name)
  }
  for (const name of unused) {
    stopping.throwIfAborted()
    await place.photos.remove(name)
  }
  return old
}

/** The photos of some backups that no other backup has, not even one that is being made. */
const findUnused = async (
  place: BackupPlace,
  { removable, rest }: { removable: readonly string[]; rest: readonly string[] },
): Promise<MediaName[]> => {
  const begun = (await place.listIncomplete()).filter((name) => !removable.includes(name))
  const [before, after] = [await hashesOf(place, removable), await hashesOf(place, rest)]
  // Usually no photo was removed from one backup to the next.
  const changed = before.filter(({ sha256 }) => !(sha256 !== undefined && after.some((one) => one.sha256 === sha256)))
  const unused = new Set<MediaName>()
  for (const { name } of changed) for (const file of await photosOf(place, name)) unused.add(file)
  if (unused.size === 0) return []
  for (const name of [...rest, ...begun]) {
    for (const file of await photosOf(place, name)) unused.delete(file)
  }
  return [...unused]
}

const hashesOf = async (place: BackupPlace, names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const text = await place.read(name, MANIFEST_FILE)
      return { name, sha256: text === undefined ? undefined : hashIn(text) }
    }),
  )

/** A damaged backup must not keep others from being removed. */
const hashIn = (text: string): string | undefined => {
  try {
    return readManifest(text).photos.sha256
  } catch {
    return undefined
  }
}

/** The photos that a backup needs. */
export const photosOf = async (place: BackupPlace, name: string): Promise<MediaName[]> =>
  ((await place.read(name, PHOTO_LIST_FILE)) ?? '').split('\n').filter(isMediaName)

const isOlder = (name: string, nowMs: number): boolean => {
  const [date = '', time = ''] = name.split('T')
  const [hours, minutes, seconds] = time.split('-')
  return Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`) < nowMs - INCOMPLETE_MS
}
