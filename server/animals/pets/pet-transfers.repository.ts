import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { inIndexOrder } from '../../platform/storage/index-order.ts'
import type { Tables } from '../../platform/storage/tables.ts'

/**
 * The SQL of moving animals to another account. Each function takes the connection or transaction
 * it runs on.
 */
export type OwnedList = {
  categoryId: bigint | undefined
  afterId: bigint | undefined
  limit: number
}

/** The next animals by id, with their owners. */
export const walkOwnedPets = async (
  query: Kysely<Tables>,
  { categoryId, afterId, limit }: OwnedList,
): Promise<{ id: bigint; ownerId: bigint }[]> => {
  const select = query.selectFrom('pets').select(['id', 'account_id as ownerId']).limit(limit)
  const equal: Record<string, bigint> = categoryId === undefined ? {} : { category_id: categoryId }
  return inIndexOrder(query, select, { equal, afterId }).execute()
}

/** The owners of some animals. */
export const findOwners = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<Map<bigint, bigint>> => {
  if (ids.length === 0) return new Map()
  const rows = await query.selectFrom('pets').select(['id', 'account_id']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, account_id }) => [id, account_id]))
}

type Gift = { from: bigint; to: bigint; ids: readonly bigint[] }

/** Locks some animals, on an engine with concurrent writers. */
export const lockPets = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<void> => {
  if (!hasManyWriters(query)) return
  await sql`select from pets where id in (${sql.join(ids)}) order by id for no key update`.execute(query)
}

/** Moves some animals of one account to another. Returns those that were still its own. */
export const moveOwnedPets = async (query: Kysely<Tables>, { from, to, ids }: Gift): Promise<bigint[]> => {
  if (ids.length === 0) return []
  const rows = await query
    .updateTable('pets')
    .set({ account_id: to })
    .where('id', 'in', ids)
    .where('account_id', '=', from)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
