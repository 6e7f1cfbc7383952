import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>
type Due = { today: bigint; limit: number }

/** Listings whose age band has changed since they were last written, by id. */
export const dueListings = async (query: Query, due: Due): Promise<bigint[]> =>
  (await dueRows(query, due)).map(({ pet_id }) => pet_id)

export const hasDueListings = async (query: Query, today: bigint): Promise<boolean> =>
  (await dueListings(query, { today, limit: 1 })).length > 0

const dueRows = prepared((query, { today, limit }: Due) =>
  query
    .selectFrom('listings')
    .select('pet_id')
    .where('band_until', 'is not', null)
    .where('band_until', '<=', today)
    .orderBy('band_until')
    .limit(limit),
)
