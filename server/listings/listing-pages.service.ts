import type { Reads } from '../platform/storage/reads.ts'
import { EVERYTHING } from './listing-terms.ts'
import {
  type Conditions,
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
/** A list of values is walked value by value where it has no more than this. */
const MAX_WALKS = 20

/** The group of terms that the fewest listings have one of, and the others. Of those with more than `LOOK`, any. */
const rarest = async (reads: Reads, conditions: Conditions) => {
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

/** A page by when they were published: the rarest term is walked, and each listing is held against the others. */
export const pageByTime = async (
  reads: Reads,
  conditions: Conditions,
  page: Page<Place> & { newest: boolean },
): Promise<Place[]> => {
  const { terms, rest } = await rarest(reads, conditions)
  return pageOfTerms(reads, { ...conditions, groups: rest }, { ...page, terms })
}

/** The same of listings that have one of some terms. */
export const pageOfTerms = async (
  reads: Reads,
  conditions: Conditions,
  { terms, ...page }: Page<Place> & { newest: boolean; terms: readonly string[] },
): Promise<Place[]> => {
  const isSimple = conditions.groups.length === 0 && conditions.births.length === 0
  const found: Place[] = []
  // All walks together: a client chooses how many there are.
  const look = Math.ceil(LOOK / terms.length)
  for (const term of terms) {
    const walk = { ...conditions, ...page, term }
    const some = await walkTerm(reads.here, isSimple ? walk : { ...walk, look })
    const isAll = isSimple || some.length === page.limit || (await isWithin(reads, walk, look))
    found.push(...(isAll ? some : await walkTerm(reads.beside(), walk)))
  }
  if (terms.length === 1) return found
  const sign = page.newest ? -1n : 1n
  found.sort((one, other) => {
    const order = one.publishedAt - other.publishedAt || one.petId - other.petId
    return Number(order * sign > 0n) - Number(order * sign < 0n)
  })
  return found.filter((one, at) => one.petId !== found[at - 1]?.petId).slice(0, page.limit)
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
  const { terms, count, rest } = await rarest(reads, conditions)
  const known = Number.isFinite(count) ? count : await countUpTo(reads, status, terms)
  if (known < LOOK) return walkNames(reads.here, { ...conditions, ...page, groups: rest, terms })
  const some = await walkNames(reads.here, { ...conditions, ...page, look: LOOK })
  if (some.length === page.limit) return some
  const left = await countNames(reads.here, { status, after: page.after, most: LOOK })
  return left < LOOK ? some : walkNames(reads.beside(), { ...conditions, ...page })
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
