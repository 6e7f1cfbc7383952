import type { Kysely } from 'kysely'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Conditions, Place } from './listings.repository.ts'

/** What decides in which lists a listing is, and where in their order. */
export type Standing = Place & { status: string; terms: ReadonlySet<string> }

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

/** Whether it is in the list of all that hold, where nothing is asked but for terms. */
export const isListed = (
  { status, terms }: Standing,
  conditions: Pick<Conditions, 'status' | 'groups'>,
): boolean =>
  status === conditions.status &&
  conditions.groups.every((group) => group.some((term) => terms.has(term)))
