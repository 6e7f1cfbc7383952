import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { MARKER_PREFIX } from '../media/media.ts'
import { deletePhoto, photoIdsOf } from './photos.repository.ts'

/** The SQL of the files of photos. */
type Query = Kysely<Tables>

/** Claims files before they are written. Returns false while one of them is being removed. */
export const claimFiles = async (query: Query, names: readonly string[], nowMs: number): Promise<boolean> => {
  for (const name of names) {
    const [row] = await claimRow(query, { name, now: instant(nowMs) })
    if (row?.removing !== 0n) return false
  }
  return true
}

const claimRow = prepared((query, { name, now }: { name: string; now: bigint }) =>
  query
    .insertInto('media_files')
    .values({ name, touched_at: now, removing: 0n })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ touched_at: now }))
    .returning('removing'),
)

/** Records files that were found without a row, so that they expire. */
export const noteFiles = async (query: Query, names: readonly string[], nowMs: number): Promise<void> => {
  for (const name of names) await noteRow(query, { name, now: instant(nowMs) })
}

const noteRow = prepared((query, { name, now }: { name: string; now: bigint }) =>
  query
    .insertInto('media_files')
    .values({ name, touched_at: now, removing: 0n })
    .onConflict((conflict) => conflict.doNothing()),
)

export const linkFiles = async (query: Query, photoId: bigint, names: readonly string[]): Promise<void> => {
  for (const name of new Set(names)) await linkRow(query, { photoId, name })
}

const linkRow = prepared((query, { photoId, name }: { photoId: bigint; name: string }) =>
  query
    .insertInto('photo_files')
    .values({ photo_id: photoId, name })
    // A symmetric picture has the same files in several orientations.
    .onConflict((conflict) => conflict.doNothing()),
)

/** Unlinks the files of a photo. They are removed later, unless another photo has them. */
const unlinkFiles = async (query: Query, id: bigint, nowMs: number): Promise<void> => {
  await query
    .updateTable('media_files')
    .set({ touched_at: instant(nowMs) })
    .where('name', 'in', (files) => files.selectFrom('photo_files').select('name').where('photo_id', '=', id))
    .execute()
  await query.deleteFrom('photo_files').where('photo_id', '=', id).execute()
}

export const removePhoto = async (query: Query, id: bigint, nowMs: number): Promise<void> => {
  await unlinkFiles(query, id, nowMs)
  await deletePhoto(query, id)
}

/** Removes all photos of an animal that is removed. */
export const removePhotos = async (query: Query, petId: bigint, { nowMs }: { nowMs: number }): Promise<void> => {
  for (const id of await photoIdsOf(query, petId)) await removePhoto(query, id, nowMs)
}

/** Marks files without a photo since `beforeMs`, and returns all that are marked. */
export const markUnused = async (
  query: Query,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<string[]> => {
  const unused = await query
    .selectFrom('media_files')
    .select('name')
    .where('touched_at', '<=', instant(beforeMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('photo_files').select('photo_id').whereRef('photo_files.name', '=', 'media_files.name'))),
    )
    .orderBy('touched_at')
    .limit(limit)
    .execute()
  const names = unused.map(({ name }) => name)
  if (names.length === 0) return []
  // Checked again, as another transaction may have claimed one since.
  const marked = await query
    .updateTable('media_files')
    .set({ removing: 1n })
    .where('name', 'in', names)
    .where('touched_at', '<=', instant(beforeMs))
    .returning('name')
    .execute()
  return marked.map(({ name }) => name)
}

/** Deletes the rows of removed files. */
export const forgetFiles = async (query: Query, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  await query.deleteFrom('media_files').where('name', 'in', names).where('removing', '=', 1n).execute()
}

/** Records the marker of a server as a file of photos, so that it expires like unused ones. */
export const noteMarker = async (query: Query, name: string, nowMs: number): Promise<void> => {
  await claimFiles(query, [name], nowMs)
}

/** The markers recorded since a time. */
export const listMarkers = async (query: Query, sinceMs: number): Promise<string[]> => {
  const rows = await query
    .selectFrom('media_files')
    .select('name')
    .where('name', 'like', `${MARKER_PREFIX}%`)
    .where('touched_at', '>=', instant(sinceMs))
    .execute()
  return rows.map(({ name }) => name)
}

export const removeMarker = async (query: Query, name: string): Promise<void> => {
  await query.deleteFrom('media_files').where('name', '=', name).execute()
}

/** All files of photos, a page at a time. */
export const listFiles = async (query: Query, after: string, limit: number): Promise<string[]> => {
  const rows = await query
    .selectFrom('photo_files')
    .select('name')
    .distinct()
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

/** The animals on photos with these files. */
export const petsOfFiles = async (query: Query, names: readonly string[], limit: number): Promise<bigint[]> => {
  if (names.length === 0) return []
  const rows = await query
    .selectFrom('photo_files')
    .innerJoin('photos', 'photos.id', 'photo_files.photo_id')
    .select('photos.pet_id')
    .distinct()
    .where('photo_files.name', 'in', names)
    .orderBy('photos.pet_id')
    .limit(limit)
    .execute()
  return rows.map(({ pet_id }) => pet_id)
}

/** The names of the files of the newest photos. */
export const newestFileNames = async (query: Query, limit: number): Promise<string[]> => {
  const rows = await query.selectFrom('photo_files').select('name').orderBy('photo_id', 'desc').limit(limit).execute()
  return [...new Set(rows.map(({ name }) => name))]
}
