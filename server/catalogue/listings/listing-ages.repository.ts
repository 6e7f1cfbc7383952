import type { Kysely } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>
type Due = { today: bigint; limit: number }

/** Listings whose age band has changed since they were last written, by id. */
export const dueListings = (query: Query, due: Due): MaybePromise<bigint[]> =>
  andThen(dueRows(query, due), (rows) => rows.map(({ pet_id }) => pet_id))

export const hasDueListings = (query: Query, today: bigint): MaybePromise<boolean> =>
  andThen(dueListings(query, { today, limit: 1 }), (found) => found.length > 0)

const dueRows = prepared((query, { today, limit }: Due) =>
  query
    .selectFrom('listings')
    .select('pet_id')
    .where('band_until', 'is not', null)
    .where('band_until', '<=', today)
    .orderBy('band_until')
    .limit(limit),
)
