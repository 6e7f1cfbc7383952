import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'

// Orders move to another account together with their animals.

type OfPets = { from: bigint; petIds: readonly bigint[] }

/**
 * Locks an account's orders for some animals, on an engine with concurrent writers. Returns their
 * ids.
 */
export const lockOwnedOrders = async (query: Kysely<Tables>, { from, petIds }: OfPets): Promise<bigint[]> => {
  if (!hasManyWriters(query)) return []
  const { rows } = await sql<{ id: bigint }>`
    select id from orders where pet_id in (${sql.join(petIds)}) and owner_account_id = ${from}
    order by id for no key update`.execute(query)
  return rows.map(({ id }) => id)
}

/** Returns the animals that got another order since they were locked. */
export const listNewlyOrdered = async (
  query: Kysely<Tables>,
  { from, petIds, locked }: OfPets & { locked: readonly bigint[] },
): Promise<bigint[]> => {
  if (!hasManyWriters(query)) return []
  const rows = await query
    .selectFrom('orders')
    .select(['id', 'pet_id'])
    .where('pet_id', 'in', petIds)
    .where('owner_account_id', '=', from)
    .execute()
  const known = new Set(locked)
  return rows.filter(({ id }) => !known.has(id)).map(({ pet_id }) => pet_id)
}

/**
 * Moves some of these orders to another account together with their animals. Returns their ids, and
 * none once all are moved.
 */
export const moveOwnedOrders = async (
  query: Kysely<Tables>,
  { from, to, petIds }: OfPets & { to: bigint },
): Promise<bigint[]> => {
  if (petIds.length === 0) return []
  const rows = await query
    .updateTable('orders')
    .set({ owner_account_id: to })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .select('id')
        .where('pet_id', 'in', petIds)
        .where('owner_account_id', '=', from)
        .limit(GIVEN_AT_ONCE),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const GIVEN_AT_ONCE = 1_000
