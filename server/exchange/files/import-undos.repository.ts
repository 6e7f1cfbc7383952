import type { Kysely } from 'kysely'
import { isUnqueued } from '../../platform/due-work/due-work.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import { readAuthor, writeAuthor } from '../../requests/author/stored-author.ts'
import { importWork } from './import-lease.ts'
import type { KeptAnimal, StoredUndo } from './import-undo.ts'

type Query = Kysely<Tables>

type NewUndo = { importId: bigint; author: Author; actsForStore: boolean; nowMs: number }

export const insertUndo = async (query: Query, { importId, author, actsForStore, nowMs }: NewUndo): Promise<void> => {
  await query
    .insertInto('import_undos')
    .values({
      import_id: importId,
      author: writeAuthor(author),
      queued_at: instant(nowMs),
      acts_for_store: actsForStore ? 1n : 0n,
      removed: 0n,
      restored: 0n,
    })
    .execute()
}

export const findUndo = async (query: Query, importId: bigint): Promise<StoredUndo | undefined> => {
  const row = await query.selectFrom('import_undos').selectAll().where('import_id', '=', importId).executeTakeFirst()
  return (
    row && {
      author: row.author === null ? undefined : readAuthor(row.author),
      actsForStore: row.acts_for_store === 1n,
      removed: Number(row.removed),
      restored: Number(row.restored),
      hasEnded: row.ended_at !== null,
    }
  )
}

export const listKept = async (query: Query, importId: bigint): Promise<KeptAnimal[]> => {
  const rows = await query
    .selectFrom('import_undo_kept')
    .select(['pet_id', 'reason'])
    .where('import_id', '=', importId)
    .orderBy('pet_id')
    .execute()
  return rows.map(({ pet_id, reason }) => ({ petId: pet_id, reason }))
}

/** Adds to the result of an undo. */
export const addToUndo = async (
  query: Query,
  importId: bigint,
  { removed, restored, kept }: { removed: number; restored: number; kept: KeptAnimal[] },
): Promise<void> => {
  await query
    .updateTable('import_undos')
    .set(({ eb }) => ({
      removed: eb('removed', '+', BigInt(removed)),
      restored: eb('restored', '+', BigInt(restored)),
    }))
    .where('import_id', '=', importId)
    .execute()
  if (kept.length === 0) return
  const rows = kept.map(({ petId, reason }) => ({ import_id: importId, pet_id: petId, reason }))
  await query.insertInto('import_undo_kept').values(rows).execute()
}

/** Ends an undo. An import over HTTP gets its result. */
export const endUndo = async (query: Query, importId: bigint, nowMs: number): Promise<void> => {
  const at = instant(nowMs)
  const { removed, restored } = await query
    .updateTable('import_undos')
    .set({ ended_at: at, author: null })
    .where('import_id', '=', importId)
    .returning(['removed', 'restored'])
    .executeTakeFirstOrThrow()
  const { kept } = await query
    .selectFrom('import_undo_kept')
    .select(({ fn }) => fn.countAll<bigint>().as('kept'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  const row = await query
    .selectFrom('imports')
    .select('result')
    .where('id', '=', importId)
    .where('status', 'is not', null)
    .executeTakeFirst()
  if (!row) return
  const undone = { removed: Number(removed), restored: Number(restored), kept: Number(kept) }
  const result = JSON.stringify({ ...JSON.parse(row.result ?? '{}'), undone })
  await query
    .updateTable('imports')
    .set({ status: 'undone', result, updated_at: at })
    .where('id', '=', importId)
    .execute()
}

/** Imports that wait to be undone, without being queued for it. */
export const listUnqueuedUndos = async (query: Query, limit: number): Promise<{ key: string; dueAtMs: number }[]> => {
  const rows = await query
    .selectFrom('import_undos')
    .select(['import_id', 'queued_at'])
    .where('ended_at', 'is', null)
    .where(isUnqueued(importWork.undo, 'import_id'))
    .limit(limit)
    .execute()
  return rows.map(({ import_id, queued_at }) => ({ key: String(import_id), dueAtMs: Number(queued_at) }))
}

/** Deletes some of the results that ended before a time. Returns whether there were any. */
export const deleteOldUndo = async (
  query: Query,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<boolean> => {
  const old = await query
    .selectFrom('import_undos')
    .select('import_id')
    .where('ended_at', '<', instant(beforeMs))
    .limit(1)
    .executeTakeFirst()
  if (!old) return false
  const kept = await query
    .selectFrom('import_undo_kept')
    .select('pet_id')
    .where('import_id', '=', old.import_id)
    .limit(limit)
    .execute()
  if (kept.length > 0) {
    await query
      .deleteFrom('import_undo_kept')
      .where('import_id', '=', old.import_id)
      .where(
        'pet_id',
        'in',
        kept.map(({ pet_id }) => pet_id),
      )
      .execute()
  }
  if (kept.length < limit) {
    await query.deleteFrom('import_undos').where('import_id', '=', old.import_id).execute()
  }
  return true
}
