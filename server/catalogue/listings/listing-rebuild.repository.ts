import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { addToIndex, listTokens, refreshListings } from './listing-step.repository.ts'

type Query = Kysely<Tables>

const AT_ONCE = 250

/** Progress is reported only for more listings than this. */
const MANY = 10_000
/** How many times progress is reported. */
const PARTS = 20

type Making = { nowMs: number; onProgress: (text: string) => void; many?: number }

/** Rebuilds everything that is derived from all listings. */
export const makeListings = async (query: Query, { nowMs, onProgress, many = MANY }: Making): Promise<void> => {
  const total = await countPublished(query)
  const say = (count: number): void => {
    if (total >= many) onProgress(`upgrading the database: ${count} of ${total} listings`)
  }
  let [count, said] = [0, 0]
  say(0)
  await forEachPublished(query, async (petIds) => {
    await refreshListings(query, petIds, nowMs)
    count += petIds.length
    if (count < said + total / PARTS) return
    said = count
    say(count)
  })
}

const countPublished = async (query: Query): Promise<number> => {
  const { total } = await query
    .selectFrom('profiles')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Fills the index of words once everything else exists. */
export const fillIndex = (query: Query, between: () => Promise<void>): Promise<void> =>
  forEachPublished(query, async (petIds) => {
    await addToIndex(query, await listTokens(query, petIds))
    await between()
  })

const forEachPublished = async (query: Query, work: (petIds: bigint[]) => Promise<void>): Promise<void> => {
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
