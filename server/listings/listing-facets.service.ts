import type { Reads } from '../platform/storage/reads.ts'
import { ageBands, birthsBetweenBands } from './age.ts'
import { readCounts } from './listing-counts.repository.ts'
import { countsOf, rarest } from './listing-pages.service.ts'
import type { ListingWords } from './listing-query.ts'
import { countMatchFacets } from './listing-search.repository.ts'
import { areSingle, EVERYTHING, termOf } from './listing-terms.ts'
import { type Ages, type Conditions, countFacets, type FacetRow } from './listings.repository.ts'
import { facets, traitsOf } from './traits.ts'

type Found = { traits: number; total: number }

/** How many listings match, by the values of some of their fields. */
export type FacetCounts = Record<keyof typeof facets, Record<string, number>>

export const noFacets = (): FacetCounts => sumOf([])

/** By the counts that are kept, where they know of all conditions; else all that match are counted. */
export const facetsOfListings = async (
  reads: Reads,
  conditions: Conditions,
  { isSettled, nowMs }: { isSettled: boolean; nowMs: number },
): Promise<FacetCounts> => {
  const counted = isSettled ? countsOf(conditions) : undefined
  if (counted) return sumOf(await readCounts(reads.beside(), counted))
  const { terms, rest } = await rarest(reads, conditions)
  const isOnce = terms.length === 1 || areSingle(terms)
  const walk = isOnce ? { terms, groups: rest } : { terms: [EVERYTHING] }
  const rows = await countFacets(reads.beside(), { ...conditions, ...walk }, agesAt(nowMs))
  return sumOf(rows.map(withBand))
}

/** Of the newest listings that a search finds. */
export const facetsOfMatches = async (
  reads: Reads,
  find: { words: ListingWords; conditions: Conditions; limit: number },
  nowMs: number,
): Promise<FacetCounts> =>
  sumOf((await countMatchFacets(reads.beside(), find, agesAt(nowMs))).map(withBand))

const agesAt = (nowMs: number): Ages => {
  const [young = 0n, adult = 0n, senior = 0n] = birthsBetweenBands(nowMs)
  return { young, adult, senior }
}

const bandBits = ageBands.map((band) => Number(traitsOf([termOf('age', band)])))
const allBandBits = bandBits.reduce((all, bit) => all | bit)

/** The band in its traits may be that of yesterday. */
const withBand = ({ traits, band, total }: FacetRow): Found => ({
  traits: (Number(traits) & ~allBandBits) | (bandBits[Number(band)] ?? 0),
  total: Number(total),
})

const bitsOfFacets = Object.entries(facets).map(
  ([kind, terms]) =>
    [
      kind,
      terms.map((term) => [term.slice(kind.length + 1), Number(traitsOf([term]))] as const),
    ] as const,
)

const sumOf = (found: readonly Found[]): FacetCounts => {
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
