import type { Kysely } from 'kysely'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { addToIndex } from './listing-index.repository.ts'
import { listTokens, refreshListings } from './listing-step.repository.ts'

type Query = Kysely<Tables>

const AT_ONCE = 250

/** Makes what is kept of all listings. */
export const makeListings = (query: Query, nowMs: number): Promise<void> =>
  forEachPublished(query, (petIds) => refreshListings(query, petIds, nowMs))

/** Fills the index of words, where everything else is there. */
export const fillIndex = (query: Query): Promise<void> =>
  forEachPublished(query, async (petIds) => {
    for (const { seq, tokens } of await listTokens(query, petIds)) {
      await addToIndex(query, seq, tokens)
    }
  })

const forEachPublished = async (
  query: Query,
  work: (petIds: bigint[]) => Promise<void>,
): Promise<void> => {
  let after = 0n
  for (;;) {
    const rows = await publishedIds(query, { after, limit: AT_ONCE })
    if (rows.length > 0) await work(rows.map(({ pet_id }) => pet_id))
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.pet_id ?? after
  }
}

const publishedIds = prepared((query, { after, limit }: { after: bigint; limit: number }) =>
  query
    .selectFrom('profiles')
    .select('pet_id')
    .where('pet_id', '>', after)
    .where('published_at', 'is not', null)
    .orderBy('pet_id')
    .limit(limit),
)
