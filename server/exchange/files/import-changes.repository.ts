import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

type Query = Kysely<Tables>

/**
 * An import's change to an animal: its state before (null if added), and a digest of its state
 * after.
 */
export type StoredChange = { petId: bigint; before: string | null; after: string }

/** Rows in one statement, as engines limit the number of values. */
const MAX_ROWS = 500

export const insertChanges = async (
  query: Query,
  importId: bigint,
  changes: readonly StoredChange[],
): Promise<void> => {
  for (let at = 0; at < changes.length; at += MAX_ROWS) {
    const rows = changes.slice(at, at + MAX_ROWS).map(({ petId, before, after }) => ({
      import_id: importId,
      pet_id: petId,
      before,
      after,
    }))
    await query.insertInto('import_changes').values(rows).execute()
  }
}

/** Leaves out animals whose change is stored already. */
export const insertNewChanges = async (
  query: Query,
  importId: bigint,
  changes: readonly StoredChange[],
): Promise<void> => {
  if (changes.length === 0) return
  const ids = changes.map(({ petId }) => petId)
  const known = await query
    .selectFrom('import_changes')
    .select('pet_id')
    .where('import_id', '=', importId)
    .where('pet_id', 'in', ids)
    .execute()
  const knownIds = new Set(known.map(({ pet_id }) => pet_id))
  await insertChanges(
    query,
    importId,
    changes.filter(({ petId }) => !knownIds.has(petId)),
  )
}

export const listChanges = async (query: Query, importId: bigint, limit: number): Promise<StoredChange[]> => {
  const rows = await query
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('pet_id')
    .limit(limit)
    .execute()
  return rows.map(({ pet_id, before, after }) => ({ petId: pet_id, before, after }))
}

/** Returns whether it was there. */
export const deleteChange = async (query: Query, importId: bigint, petId: bigint): Promise<boolean> => {
  const { numDeletedRows } = await query
    .deleteFrom('import_changes')
    .where('import_id', '=', importId)
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes some changes of imports that can no longer be undone, unless they are being undone. Returns how many. */
export const deleteOldChanges = async (
  query: Query,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('import_changes')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('import_id', 'pet_id'),
        'in',
        selectFrom('imports')
          .innerJoin('import_changes as old', 'old.import_id', 'imports.id')
          .select(['old.import_id', 'old.pet_id'])
          .where('imports.finished_at', '<', instant(beforeMs))
          .where('imports.id', 'not in', selectFrom('import_undos').select('import_id').where('ended_at', 'is', null))
          .limit(limit)
          .$asTuple('import_id', 'pet_id'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes some changes of an import. Returns how many. */
export const deleteChangesOf = async (query: Query, importId: bigint, limit: number): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('import_changes')
    .where('import_id', '=', importId)
    .where('pet_id', 'in', ({ selectFrom }) =>
      selectFrom('import_changes').select('pet_id').where('import_id', '=', importId).orderBy('pet_id').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The number of photos of some animals. */
export const countPhotosOf = async (query: Query, petIds: readonly bigint[]): Promise<Map<bigint, number>> => {
  if (petIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('photos')
    .select(['pet_id', ({ fn }) => fn.countAll<bigint>().as('photos')])
    .where('pet_id', 'in', petIds)
    .groupBy('pet_id')
    .execute()
  return new Map(rows.map(({ pet_id, photos }) => [pet_id, Number(photos)]))
}

/** How many notes an animal has, and the id of the newest. */
export type NotesState = { count: number; lastId: bigint }

/** The notes of those animals that have any. */
export const notesStateOf = async (query: Query, petIds: readonly bigint[]): Promise<Map<bigint, NotesState>> => {
  if (petIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('pet_notes')
    .select(['pet_id', ({ fn }) => fn.countAll<bigint>().as('notes')])
    .select(({ fn }) => fn.max('id').as('last_id'))
    .where('pet_id', 'in', petIds)
    .groupBy('pet_id')
    .execute()
  return new Map(rows.map(({ pet_id, notes, last_id }) => [pet_id, { count: Number(notes), lastId: BigInt(last_id) }]))
}

export const deleteNotesAfter = async (
  query: Query,
  { petId, noteId }: { petId: bigint; noteId: bigint },
): Promise<void> => {
  await query.deleteFrom('pet_notes').where('pet_id', '=', petId).where('id', '>', noteId).execute()
}

/** Whether there are applications or orders for an animal. */
export const hasRequests = async (query: Query, petId: bigint): Promise<boolean> => {
  for (const table of ['orders', 'applications'] as const) {
    const found = await query
      .selectFrom(table)
      .select(sql<number>`1`.as('one'))
      .where('pet_id', '=', petId)
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
