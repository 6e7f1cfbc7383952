import type { Kysely } from 'kysely'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

/** Finds the first listing with an animal id of at least the given one, including sold animals. */
export const findNextListing = (
  query: Kysely<Tables>,
  fromId: bigint,
): MaybePromise<{ pet_id: bigint }[]> => nextRow(query, { fromId })

const nextRow = prepared((query, { fromId }: { fromId: bigint }) =>
  query
    .selectFrom('listings')
    .select('pet_id')
    .where('pet_id', '>=', fromId)
    .orderBy('pet_id')
    .limit(1),
)

export type ListingAddress = { id: bigint; name: string; updated_at: bigint }

/** Available and pending animals by id, from one up to but not including another. */
export const listAddresses = (
  query: Kysely<Tables>,
  range: { fromId: bigint; belowId: bigint; limit: number },
): MaybePromise<(ListingAddress & { isOffered: boolean })[]> => {
  const rows = addressRows(query, range)
  const shown = (found: Awaited<ReturnType<typeof addressRows>>) =>
    found.map(({ status, ...row }) => ({ ...row, isOffered: offered.has(status) }))
  return rows instanceof Promise ? rows.then(shown) : shown(rows)
}

/** The status of the listing, which differs from the animal's while its account is suspended. */
const offered = new Set(['available', 'pending'])

const addressRows = prepared(
  (query, { fromId, belowId, limit }: { fromId: bigint; belowId: bigint; limit: number }) =>
    query
      .selectFrom('listings')
      .innerJoin('pets', 'pets.id', 'listings.pet_id')
      .innerJoin('profiles', 'profiles.pet_id', 'listings.pet_id')
      .select(['pets.id', 'pets.name', 'profiles.updated_at', 'listings.status'])
      .where(({ and, eb }) => {
        // Repeated for each table, because PostgreSQL may merge-join them and would scan the others from the start.
        const columns = ['listings.pet_id', 'pets.id', 'profiles.pet_id'] as const
        return and(
          columns.flatMap((column) => [eb(column, '>=', fromId), eb(column, '<', belowId)]),
        )
      })
      .orderBy('listings.pet_id')
      .limit(limit),
)
