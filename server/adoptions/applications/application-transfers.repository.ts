import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'

// Applications move to another account together with the animals that they are for.

type OfPets = { from: bigint; petIds: readonly bigint[] }

/**
 * Locks an account's applications for some animals, on an engine with concurrent writers. Returns
 * their ids.
 */
export const lockOwnedApplications = async (query: Kysely<Tables>, { from, petIds }: OfPets): Promise<bigint[]> => {
  if (!hasManyWriters(query)) return []
  const { rows } = await sql<{ id: bigint }>`
    select id from applications where pet_id in (${sql.join(petIds)}) and account_id = ${from}
    order by id for no key update`.execute(query)
  return rows.map(({ id }) => id)
}

/** Returns the animals that got another application since they were locked. */
export const listNewlyApplied = async (
  query: Kysely<Tables>,
  { from, petIds, locked }: OfPets & { locked: readonly bigint[] },
): Promise<bigint[]> => {
  if (!hasManyWriters(query)) return []
  const rows = await query
    .selectFrom('applications')
    .select(['id', 'pet_id'])
    .where('pet_id', 'in', petIds)
    .where('account_id', '=', from)
    .execute()
  const known = new Set(locked)
  return rows.flatMap(({ id, pet_id }) => (pet_id === null || known.has(id) ? [] : [pet_id]))
}

/**
 * Moves some of these applications to another account. Returns their ids, and none once all are
 * moved.
 */
export const moveOwnedApplications = async (
  query: Kysely<Tables>,
  { from, to, petIds }: OfPets & { to: bigint },
): Promise<bigint[]> => {
  if (petIds.length === 0) return []
  const rows = await query
    .updateTable('applications')
    .set({ account_id: to })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('applications')
        .select('id')
        .where('pet_id', 'in', petIds)
        .where('account_id', '=', from)
        .limit(GIVEN_AT_ONCE),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const GIVEN_AT_ONCE = 1_000
