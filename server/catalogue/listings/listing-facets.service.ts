import { birthsBetweenBands } from '../../animals/profiles/age.ts'
import { accountsOf, areSingle } from '../../animals/profiles/listing-terms.ts'
import { facets, maskOf, splitTraits, traitsOf } from '../../animals/profiles/traits.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { CountedListings } from './counted-listings.service.ts'
import type { ColumnQuery } from './listing-columns.ts'
import { type Conditions, isInRow } from './listing-conditions.repository.ts'
import { type CountsQuery, readCounts, readFewCounts } from './listing-counts.repository.ts'
import { countsOf, fewest } from './listing-pages.service.ts'
import type { ListingWords } from './listing-query.ts'
import { countMatchFacets } from './listing-search.repository.ts'
import type { TraitCount } from './listing-tally.repository.ts'
import { type Ages, countFacets } from './listings.repository.ts'

/** Reads all counts of some scopes, or has them from before; undefined where they are not of the age bands of today. */
export type ReadTallies = (query: CountsQuery) => Promise<readonly TraitCount[] | undefined>

/** How many listings match, by the values of some of their fields. */
type FacetCounts = Record<keyof typeof facets, Record<string, number>>

export const noFacets = (): FacetCounts => sumOf([])

/** Worked out from all counts of the scopes; undefined where what is asked is not among them. */
export const facetsOfTallies = async (
  conditions: Conditions,
  readTallies: ReadTallies,
): Promise<FacetCounts | undefined> => {
  const counts = countsOf(conditions)
  const tallies = counts && (await readTallies({ ...counts, masks: [] }))
  if (!tallies) return undefined
  const masks = counts.masks.map(Number)
  return sumOf(tallies.filter(({ traits }) => masks.every((mask) => (traits & mask) !== 0)))
}

/**
 * By counts that are kept, where they are few; of many by what is kept of all, as soon as that is there; else by counts again;
 * else each is looked at.
 */
export const facetsOfListings = async (
  reads: Reads,
  conditions: Conditions,
  { isSettled, nowMs }: { isSettled: boolean; nowMs: number },
  counted: Counted,
): Promise<FacetCounts> => {
  const counts = isSettled ? countsOf(conditions) : undefined
  const few = counts && (await readFewCounts(reads.here, counts))
  if (few) return sumOf(few)
  const { terms, rest, isMany } = await fewest(reads, conditions)
  const found = isMany && isSettled ? await counted.tally(columnQueryOf(conditions)) : undefined
  if (found) return sumOf(found)
  if (counts) return sumOf(await readCounts(reads.beside(), counts))
  const walk = { ...conditions, terms, groups: rest, areSingle: areSingle(terms) }
  const rows = await countFacets(reads.beside(), walk, agesAt(nowMs, isSettled))
  return sumOf(rows)
}

type Counted = Pick<CountedListings, 'tally'>

/** What is asked, as the columns have it. */
export const columnQueryOf = ({
  status,
  groups,
  masks = [],
  without = 0n,
  ...rest
}: Conditions) => {
  const { publishedAfter, publishedUntil } = rest
  const owners = groups.flatMap((group) => {
    const ids = maskOf(group) === undefined ? accountsOf(group) : undefined
    return ids ? [ids] : []
  })
  return {
    ...{ status, owners },
    masks: [...groups.flatMap((group) => maskOf(group) ?? []), ...masks].map(splitTraits),
    without: splitTraits(without),
    after: publishedAfter === undefined ? -Infinity : Number(publishedAfter),
    until: publishedUntil === undefined ? Infinity : Number(publishedUntil),
    groups: groups.filter((group) => !isInRow(group)),
  } satisfies ColumnQuery
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

/** How many there are of each value, by how many there are with the same traits. */
export const sumOf = (found: readonly TraitCount[]): FacetCounts => {
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
