import type { Kysely } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Standing } from './standing.ts'

/** Those of `petIds` that are published. */
export const findStandings = (
  query: Kysely<Tables>,
  petIds: readonly bigint[],
): MaybePromise<Standing[]> =>
  petIds.length === 0
    ? []
    : andThen(standingRows(query, { petIds }), (rows) =>
        rows.map(({ pet_id, published_at, status, terms }) => ({
          ...{ petId: pet_id, publishedAt: published_at, status },
          terms: new Set(JSON.parse(terms) as string[]),
        })),
      )

const standingRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('listings')
    .select(['pet_id', 'published_at', 'status', 'terms'])
    .where('pet_id', 'in', petIds),
)
