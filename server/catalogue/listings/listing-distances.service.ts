import { termOf } from '../../animals/profiles/listing-terms.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { pageOfTerms } from './listing-pages.service.ts'
import { type Listed, type Near, readInts } from './listing-query.ts'
import { newestOfEach, type Place } from './listings.repository.ts'

/** Organizations whose listings are looked for on the serving thread, the nearest first. */
const MAX_VISITS = 3
/** Those after them are asked for with one statement, beside it; so many more are with each further one. */
const FIRST_STEP = 20
const GROWTH = 10
/** As many values as a statement takes. */
const MAX_STEP = 10_000

type Page = { after: string[] | undefined; limit: number }

/** A page of the listings of organizations, the nearest first; of one organization, the newest first. */
export const pageByDistance = async (
  reads: Reads,
  conditions: Conditions,
  near: readonly Near[],
  { after, limit }: Page,
): Promise<Listed[]> => {
  const [metres, accountId, publishedAt, petId] = readInts(after)
  const from = metres === undefined || accountId === undefined ? undefined : { metres, accountId }
  const left = near.filter((one) => !from || !isBefore(one, from))
  const found: Listed[] = []
  const add = ({ accountId, metres }: Near, places: readonly Place[]): void => {
    for (const { publishedAt, petId } of places.slice(0, limit - found.length)) {
      found.push({ petId, place: [BigInt(metres), accountId, publishedAt, petId] })
    }
  }
  for (const one of left.splice(0, MAX_VISITS)) {
    const isOn = from && one.accountId === from.accountId
    const place = isOn && publishedAt !== undefined && petId !== undefined
    const page = await pageOfTerms(reads, conditions, {
      terms: [termOf('organization', one.accountId)],
      newest: true,
      limit: limit - found.length,
      ...(place && { after: { publishedAt, petId } }),
    })
    add(one, page)
    if (found.length >= limit) return found
  }
  for (let step = FIRST_STEP; left.length > 0; step = Math.min(step * GROWTH, MAX_STEP)) {
    const some = left.splice(0, step)
    const accountIds = some.map(({ accountId }) => accountId)
    const asked = { ...conditions, accountIds, limit: limit - found.length }
    const places = await newestOfEach(reads.beside(), asked)
    for (const one of some) add(one, places.get(one.accountId) ?? [])
    if (found.length >= limit) break
  }
  return found
}

const isBefore = (one: Near, { metres, accountId }: { metres: bigint; accountId: bigint }) =>
  BigInt(one.metres) < metres || (BigInt(one.metres) === metres && one.accountId < accountId)
