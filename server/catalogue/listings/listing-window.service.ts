import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import { addressed, type Photo } from '../../animals/photos/photo.ts'
import { kindOf, termOf } from '../../animals/profiles/listing-terms.ts'
import { type Species, species } from '../../animals/profiles/profile-values.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import { type ListedAnimal, listedAnimal } from './listed-animal.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { listingConditions } from './listing-conditions.service.ts'
import { listScopes, readCounts } from './listing-counts.repository.ts'
import { findDetails, isShownTo, type Viewer } from './listing-details.repository.ts'
import { countsOf, pageByTime, rarest } from './listing-pages.service.ts'
import { countMatches, findMatches, ownedMatches } from './listing-search.repository.ts'
import { type ListingWindow, MAX_WINDOW } from './listing-window.ts'
import { countGathered, gatherOwned } from './listings.repository.ts'
import type { Point } from './place.ts'

/** Rows that are looked at on the serving thread. */
const LOOK = 2_000
/** Different breeds or colours, each counted for each species that has it. */
const MAX_VALUES = 5_000
/** Animals that are read at once, where all are. */
const STEP = 250

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  accounts: Pick<AccountReview, 'isUnreviewed'>
  photos: { list(query: Reads['here'], petIds: readonly bigint[]): MaybePromise<Photo[]> }
  clock: Clock
}

export type ListingWindows = ReturnType<typeof listingWindows>

/** Published animals by the number of their page, with how many there are: up to `MAX_WINDOW` of them. */
export const listingWindows = ({ database, accounts, photos, clock }: Deps) => {
  const { conditionsOf, listNear } = listingConditions({ clock, accounts })

  const animalsOf = async (
    query: Reads['here'],
    petIds: readonly bigint[],
    { origin, near, viewer }: { origin: string; near?: Point | undefined; viewer?: Viewer },
  ): Promise<ListedAnimal[]> => {
    const rows = await findDetails(query, petIds)
    const shown = viewer ? rows.filter((row) => isShownTo(viewer, row)) : rows
    const details = new Map(shown.map((one) => [one.id, one]))
    const byPet = Map.groupBy(await photos.list(query, petIds), ({ petId }) => petId)
    return petIds.flatMap((id) => {
      const found = details.get(id)
      if (!found) return []
      const shown = (byPet.get(id) ?? []).map((photo) => addressed(photo, origin))
      return [listedAnimal(found, { near, photos: shown, nowMs: clock.nowMs() })]
    })
  }

  return {
    async list(
      client: Client,
      window: ListingWindow,
    ): Promise<{ total: number; animals: ListedAnimal[] }> {
      const reads = readsFor(database, client)
      const { search, origin } = window
      const conditions = await conditionsOf(reads, search, client)
      if (!conditions || search.words?.length === 0) return { total: 0, animals: [] }
      const isByTime = window.order === 'newest' || window.order === 'oldest'
      const { total, petIds } = isByTime
        ? await windowByTime(reads, conditions, window)
        : await windowOfAll(reads, conditions, window, () => listNear(reads, search))
      const animals = await animalsOf(reads.here, petIds, { origin, near: search.near })
      return { total, animals }
    },

    /** One of an animal that is offered, or was until lately; undefined for others. */
    async find(viewer: Viewer, petId: bigint, origin: string): Promise<ListedAnimal | undefined> {
      const [animal] = await animalsOf(database.read, [petId], { origin, viewer })
      return animal && clock.nowMs() >= (animal.shownUntilMs ?? Infinity) ? undefined : animal
    },

    /** All that an account offers, in the order in which they were published. */
    async *each(accountId: bigint, origin: string): AsyncGenerator<ListedAnimal> {
      const reads = readsFor(database, { accountId })
      const groups = [[termOf('organization', accountId)]]
      const conditions = { status: 'available', groups, births: [] }
      let after: { publishedAt: bigint; petId: bigint } | undefined
      do {
        const page = await pageByTime(reads, conditions, { after, newest: false, limit: STEP })
        const ids = page.map(({ petId }) => petId)
        yield* await animalsOf(reads.here, ids, { origin })
        after = page.length === STEP ? page.at(-1) : undefined
      } while (after)
    },

    /** Which folded values of `breed` or `color` available animals have, by their species. */
    async valuesOf(
      client: Client,
      kind: 'breed' | 'color',
    ): Promise<(species: readonly Species[]) => string[]> {
      const query = readsFor(database, client).beside()
      const found = await listScopes(query, {
        kind,
        mask: maskOfSpecies(species),
        limit: MAX_VALUES,
      })
      return (some) => {
        const mask = maskOfSpecies(some)
        const scopes = found.filter(({ traits }) => (traits & mask) !== 0n)
        return [...new Set(scopes.map(({ scope }) => scope.slice(kindOf(scope).length + 1)))]
      }
    },
  }
}

const maskOfSpecies = (some: readonly Species[]): bigint =>
  maskOf(some.map((one) => termOf('species', one))) ?? 0n

type Window = { total: number; petIds: bigint[] }

const windowByTime = async (
  reads: Reads,
  conditions: Conditions,
  { search: { words }, inName, order, offset, limit }: ListingWindow,
): Promise<Window> => {
  const upTo = Math.min(offset + limit, MAX_WINDOW)
  const newest = order === 'newest'
  if (words) {
    const find = { words, conditions, inName }
    const query = reads.beside()
    const total = await countMatches(query, { ...find, limit: MAX_WINDOW })
    const found =
      offset < total
        ? await findMatches(query, { ...find, after: undefined, newest, limit: upTo })
        : []
    return { total, petIds: found.slice(offset).map(({ petId }) => petId) }
  }
  const total = await countAll(reads, conditions)
  if (offset >= total) return { total, petIds: [] }
  const where = upTo > LOOK ? { here: reads.beside(), beside: reads.beside } : reads
  const found = await pageByTime(where, conditions, { newest, limit: upTo })
  return { total, petIds: found.slice(offset).map(({ petId }) => petId) }
}

/** Counts that are kept know it at once, unless something else is asked too. */
const countAll = async (reads: Reads, conditions: Conditions): Promise<number> => {
  const counted = countsOf(conditions)
  if (counted) {
    const counts = await readCounts(reads.beside(), counted)
    return Math.min(
      MAX_WINDOW,
      counts.reduce((sum, { total }) => sum + total, 0),
    )
  }
  const { terms, rest } = await rarest(reads, conditions)
  const gathering = { ...conditions, groups: rest, terms, limit: MAX_WINDOW }
  return countGathered(reads.beside(), gathering)
}

/** In an order that no index has: of more than `MAX_WINDOW`, the newest are put in it. */
const windowOfAll = async (
  reads: Reads,
  conditions: Conditions,
  { search: { words }, inName, order, seed, offset, limit }: ListingWindow,
  listNear: () => Promise<{ accountId: bigint; metres: number }[]>,
): Promise<Window> => {
  const query = reads.beside()
  const all = words
    ? await ownedMatches(query, { words, conditions, inName, limit: MAX_WINDOW })
    : await gather(reads, conditions)
  const inOrder =
    order === 'shuffled'
      ? shuffled(all, seed)
      : byDistance(all, await listNear(), order === 'nearest' ? 1 : -1)
  const petIds = inOrder.slice(offset, offset + limit).map(({ petId }) => petId)
  return { total: inOrder.length, petIds }
}

const gather = async (reads: Reads, conditions: Conditions) => {
  const { terms, rest } = await rarest(reads, conditions)
  return gatherOwned(reads.beside(), { ...conditions, groups: rest, terms, limit: MAX_WINDOW })
}

type Owned = { petId: bigint; accountId: bigint }

/** Of one organization the newest first, as they come; what has no place is left out. */
const byDistance = (
  all: readonly Owned[],
  near: readonly { accountId: bigint; metres: number }[],
  sign: 1 | -1,
): Owned[] => {
  const metresTo = new Map(near.map(({ accountId, metres }) => [accountId, metres]))
  return all
    .flatMap((one) => {
      const metres = metresTo.get(one.accountId)
      return metres === undefined ? [] : [{ ...one, metres }]
    })
    .sort((one, other) => sign * (one.metres - other.metres))
}

const shuffled = (all: readonly Owned[], seed: number): Owned[] =>
  all
    .map((one) => ({ ...one, rank: mixed(Number(BigInt.asUintN(32, one.petId)) ^ seed) }))
    .sort((one, other) => one.rank - other.rank || (one.petId < other.petId ? -1 : 1))

/** Each bit of the result depends on each bit of the number (the finalizer of MurmurHash3). */
const mixed = (number: number): number => {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
