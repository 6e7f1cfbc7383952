import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

type Query = Kysely<Tables>

/** A category that an import created. */
export type MadeCategory = { id: bigint; name: string }

export const insertMadeCategory = async (query: Query, importId: bigint, { id, name }: MadeCategory): Promise<void> => {
  await query.insertInto('import_categories').values({ import_id: importId, category_id: id, name }).execute()
}

export const listMadeCategories = async (query: Query, importId: bigint): Promise<MadeCategory[]> => {
  const rows = await query
    .selectFrom('import_categories')
    .select(['category_id', 'name'])
    .where('import_id', '=', importId)
    .orderBy('category_id')
    .execute()
  return rows.map(({ category_id, name }) => ({ id: category_id, name }))
}

export const deleteMadeCategories = async (query: Query, importId: bigint): Promise<void> => {
  await query.deleteFrom('import_categories').where('import_id', '=', importId).execute()
}

/** Deletes those of imports that can no longer be undone, unless they are being undone. */
export const deleteOldCategories = async (query: Query, beforeMs: number): Promise<void> => {
  await query
    .deleteFrom('import_categories')
    .where('import_id', 'in', ({ selectFrom }) =>
      selectFrom('imports')
        .select('id')
        .where('finished_at', '<', instant(beforeMs))
        .where('id', 'not in', selectFrom('import_undos').select('import_id').where('ended_at', 'is', null)),
    )
    .execute()
}
