import { areSingle, EVERYTHING } from '../../animals/profiles/listing-terms.ts'
import { facetBits, maskOf } from '../../animals/profiles/traits.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import { areWalked, type Conditions, isInRow } from './listing-conditions.repository.ts'
import { type CountsQuery, isScope, readBounds } from './listing-counts.repository.ts'
import {
  countNames,
  countTerm,
  type NamePlace,
  type Place,
  type Walk,
  walkNames,
  walkTerm,
} from './listings.repository.ts'

type Page<At> = { after?: At | undefined; limit: number }

/** Rows that are looked at on the serving thread; more are left to a longer read. */
const LOOK = 2_000
/** Where some of them take a look at an index to be held against a filter, so many. */
const LOOK_UP = 1_000
/** A list of values is walked value by value where it has no more than this. */
const MAX_WALKS = 20

/** The group of terms that the fewest listings have one of, and the others. Of those with more than `LOOK`, any. */
export const rarest = async (reads: Reads, conditions: Conditions) => {
  const { groups, status } = conditions
  const walkable = groups.filter((group) => group.length <= MAX_WALKS)
  let found = { group: walkable[0], count: Infinity }
  for (const group of walkable.length > 1 ? walkable : []) {
    const count = await countUpTo(reads, status, group)
    if (count < found.count) found = { group, count }
  }
  const { group = [EVERYTHING], count } = found
  return { terms: group, count, rest: groups.filter((one) => one !== group) }
}

/** The same with whether there are many of them: more than are looked at while others wait. */
export const fewest = async (reads: Reads, conditions: Conditions) => {
  const { terms, count, rest } = await rarest(reads, conditions)
  const known = Number.isFinite(count) ? count : await countUpTo(reads, conditions.status, terms)
  return { terms, rest, isMany: known >= LOOK }
}

/** A page by when they were published: the rarest term is walked, and each listing is held against the others. */
export const pageByTime = async (
  reads: Reads,
  conditions: Conditions,
  page: Page<Place> & { newest: boolean },
): Promise<Place[]> => {
  const some = await walkTerm(reads.here, { ...promising(conditions), ...page })
  if (some.length === page.limit) return some
  const { terms, rest } = await rarest(reads, conditions)
  return pageOfTerms(reads, { ...conditions, groups: rest }, { ...page, terms })
}

/** A short walk that most often fills a page, without that anything is counted first. */
const promising = (conditions: Conditions): Conditions & { term: string; look: number } => {
  const { groups } = conditions
  const single = groups.filter((group) => group.length === 1)
  const walked = single.find((group) => !isInRow(group)) ?? single[0] ?? []
  const rest = groups.filter((group) => group !== walked)
  const [term = EVERYTHING] = walked
  return { ...conditions, groups: rest, term, look: lookFor({ groups: rest }) }
}

/** The same of listings that have one of some terms. */
export const pageOfTerms = async (
  reads: Reads,
  conditions: Conditions,
  { terms, ...page }: Page<Place> & { newest: boolean; terms: readonly string[] },
): Promise<Place[]> => {
  const found: Place[] = []
  // All walks together: a client chooses how many there are.
  const look = Math.ceil(lookFor(conditions) / terms.length)
  for (const term of terms) {
    found.push(...(await walkOne(reads, { ...conditions, ...page, term }, look)))
  }
  if (terms.length === 1) return found
  const sign = page.newest ? -1n : 1n
  found.sort((one, other) => {
    const order = one.publishedAt - other.publishedAt || one.petId - other.petId
    return Number(order * sign > 0n) - Number(order * sign < 0n)
  })
  return found.filter((one, at) => one.petId !== found[at - 1]?.petId).slice(0, page.limit)
}

/** How many rows are looked at on the serving thread. */
const lookFor = ({ groups }: Pick<Conditions, 'groups'>): number =>
  groups.every(isInRow) ? LOOK : LOOK_UP

/** Where the first rows do not fill a page, it goes on from where the counts say that the next ones are. */
const walkOne = async (reads: Reads, walk: Walk, look: number): Promise<Place[]> => {
  if (areWalked(walk)) return walkTerm(reads.here, walk)
  const some = await walkTerm(reads.here, { ...walk, look })
  if (some.length === walk.limit || (await isWithin(reads, walk, look))) return some
  const bounds = await readBounds(reads.here, boundsOf(walk))
  if (!bounds) return []
  const narrow = narrowed(walk, bounds)
  const more = await walkTerm(reads.here, { ...narrow, look })
  if (more.length === walk.limit || (await isWithin(reads, narrow, look))) return more
  return walkTerm(reads.beside(), narrow)
}

const narrowed = (walk: Walk, { oldest, newest }: { oldest: bigint; newest: bigint }): Walk => {
  const { publishedAfter = oldest - 1n } = walk
  const { publishedUntil = newest } = walk
  return {
    ...walk,
    publishedAfter: publishedAfter < oldest ? oldest - 1n : publishedAfter,
    publishedUntil: publishedUntil > newest ? newest : publishedUntil,
  }
}

/** Counts of all that hold, and of others: what counts do not know of is left out. */
const boundsOf = ({ term, groups, status }: Walk): CountsQuery => {
  const all = [[term], ...groups]
  const scopes = all.find((group) => group.every(isScope)) ?? [EVERYTHING]
  const masks = all
    .flatMap((group) => maskOf(group) ?? [])
    .filter((mask) => (mask & ~facetBits) === 0n)
  return { status, scopes, masks }
}

/** Counts of all that hold and of nothing else; undefined where they are not kept. */
export const countsOf = (conditions: Conditions): CountsQuery | undefined => {
  const { groups, status, births, publishedAfter, publishedUntil, ...more } = conditions
  const isLate = publishedAfter !== undefined || publishedUntil !== undefined
  const isMore = (more.masks?.length ?? 0) > 0 || more.without !== undefined
  if (births.length > 0 || isLate || isMore) return undefined
  const masks = groups.map((group) => maskOf(group) ?? 0n)
  const isFacet = (mask: bigint) => mask !== 0n && (mask & ~facetBits) === 0n
  const [scopes = [EVERYTHING], ...others] = groups.filter((_, at) => !isFacet(masks[at] ?? 0n))
  const isOnce = scopes.length === 1 || areSingle(scopes)
  if (others.length > 0 || !isOnce || !scopes.every(isScope)) return undefined
  return { status, scopes, masks: masks.filter(isFacet) }
}

const isWithin = async (reads: Reads, walk: Walk, look: number): Promise<boolean> =>
  (await countTerm(reads.here, { ...walk, most: look })) < look

/** A page by name: of few they are gathered and sorted, of many they are walked in the order of names. */
export const pageByName = async (
  reads: Reads,
  conditions: Conditions,
  page: Page<NamePlace>,
): Promise<NamePlace[]> => {
  const { status, groups, births, publishedAfter } = conditions
  if (groups.length === 0 && births.length === 0 && publishedAfter === undefined) {
    return walkNames(reads.here, { ...conditions, ...page })
  }
  // By name, matches are not gathered by anything else.
  const look = lookFor(conditions) * 2
  const some = await walkNames(reads.here, { ...conditions, ...page, look })
  if (some.length === page.limit) return some
  const { terms, rest, isMany } = await fewest(reads, conditions)
  if (!isMany) return walkNames(reads.here, { ...conditions, ...page, groups: rest, terms })
  const left = await countNames(reads.here, { status, after: page.after, most: look })
  return left < look ? some : walkNames(reads.beside(), { ...conditions, ...page })
}

const countUpTo = async (
  reads: Reads,
  status: string,
  terms: readonly string[],
): Promise<number> => {
  let count = 0
  for (const term of terms) {
    const some = { status, groups: [], births: [], newest: true, term, most: LOOK }
    if (count < LOOK) count += await countTerm(reads.here, some)
  }
  return count
}
