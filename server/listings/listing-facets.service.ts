import type { Reads } from '../platform/storage/reads.ts'
import { birthsBetweenBands } from './age.ts'
import { type CountsQuery, readCounts } from './listing-counts.repository.ts'
import { countsOf, rarest } from './listing-pages.service.ts'
import type { ListingWords } from './listing-query.ts'
import { countMatchFacets } from './listing-search.repository.ts'
import type { TraitCount } from './listing-tally.repository.ts'
import { areSingle } from './listing-terms.ts'
import { type Ages, type Conditions, countFacets } from './listings.repository.ts'
import { facets, traitsOf } from './traits.ts'

/** Reads all counts of some scopes, or has them from before. */
export type ReadTallies = (query: CountsQuery) => Promise<readonly TraitCount[]>

/** How many listings match, by the values of some of their fields. */
export type FacetCounts = Record<keyof typeof facets, Record<string, number>>

export const noFacets = (): FacetCounts => sumOf([])

/** By the counts that are kept, where they know of all conditions; else all that match are counted. */
export const facetsOfListings = async (
  reads: Reads,
  conditions: Conditions,
  { isSettled, nowMs }: { isSettled: boolean; nowMs: number },
  readTallies?: ReadTallies,
): Promise<FacetCounts> => {
  const counted = isSettled ? countsOf(conditions) : undefined
  if (counted && readTallies) {
    const tallies = await readTallies({ ...counted, masks: [] })
    const masks = counted.masks.map(Number)
    return sumOf(tallies.filter(({ traits }) => masks.every((mask) => (traits & mask) !== 0)))
  }
  if (counted) return sumOf(await readCounts(reads.beside(), counted))
  const { terms, rest } = await rarest(reads, conditions)
  const walk = { ...conditions, terms, groups: rest, areSingle: areSingle(terms) }
  const rows = await countFacets(reads.beside(), walk, agesAt(nowMs, isSettled))
  return sumOf(rows)
}

/** Of the newest listings that a search finds. */
export const facetsOfMatches = async (
  reads: Reads,
  find: { words: ListingWords; conditions: Conditions; limit: number },
  { isSettled, nowMs }: { isSettled: boolean; nowMs: number },
): Promise<FacetCounts> =>
  sumOf(await countMatchFacets(reads.beside(), find, agesAt(nowMs, isSettled)))

/** Undefined where the age bands in traits are those of now. */
const agesAt = (nowMs: number, isSettled: boolean): Ages | undefined => {
  if (isSettled) return undefined
  const [young = 0n, adult = 0n, senior = 0n] = birthsBetweenBands(nowMs)
  return { young, adult, senior }
}

const bitsOfFacets = Object.entries(facets).map(
  ([kind, terms]) =>
    [
      kind,
      terms.map((term) => [term.slice(kind.length + 1), Number(traitsOf([term]))] as const),
    ] as const,
)

const sumOf = (found: readonly TraitCount[]): FacetCounts => {
  const counts = bitsOfFacets.map(([kind, values]) => [
    kind,
    Object.fromEntries(
      values.map(([value, bit]) => {
        let sum = 0
        for (const { traits, total } of found) if ((traits & bit) !== 0) sum += total
        return [value, sum]
      }),
    ),
  ])
  // It has the kinds of `facets`.
  return Object.fromEntries(counts) as FacetCounts
}
