import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

/** Finds the first animal with a listing and an id of at least the given one, including sold animals. */
export const findNextListing = async (query: Kysely<Tables>, fromId: bigint): Promise<bigint | undefined> => {
  const [row] = await nextRow(query, { fromId })
  return row?.pet_id
}

const nextRow = prepared((query, { fromId }: { fromId: bigint }) =>
  query.selectFrom('listings').select('pet_id').where('pet_id', '>=', fromId).orderBy('pet_id').limit(1),
)

type Range = { fromId: bigint; belowId: bigint; limit: number }

/**
 * Animals with a listing by id, from one up to but not including another. `status` is that of the listing, which
 * differs from the animal's while its account is suspended.
 */
export const listAddresses = prepared((query, { fromId, belowId, limit }: Range) =>
  query
    .selectFrom('listings')
    .innerJoin('pets', 'pets.id', 'listings.pet_id')
    .innerJoin('profiles', 'profiles.pet_id', 'listings.pet_id')
    .select(['pets.id', 'pets.name', 'profiles.updated_at', 'listings.status'])
    .where(({ and, eb }) => {
      // Repeated for each table, because PostgreSQL may merge-join them and would scan the others from the start.
      const columns = ['listings.pet_id', 'pets.id', 'profiles.pet_id'] as const
      return and(columns.flatMap((column) => [eb(column, '>=', fromId), eb(column, '<', belowId)]))
    })
    .orderBy('listings.pet_id')
    .limit(limit),
)
