import { addressed, type Photo } from '../../animals/photos/photo.ts'
import { termOf } from '../../animals/profiles/listing-terms.ts'
import type { Species } from '../../animals/profiles/profile-values.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import type { Catalogue } from './catalogue.service.ts'
import { type ListedAnimal, listedAnimal } from './listed-animal.ts'
import { findDetails, isShownTo, type Viewer } from './listing-details.repository.ts'
import { type ListingWindow, MAX_WINDOW } from './listing-window.ts'
import type { Point } from './place.ts'

/** The most breeds or colours that are read. */
const MAX_VALUES = 5_000
/** How many animals are read at a time when all are read. */
const STEP = 250

type Deps = {
  database: Pick<Database, 'read'>
  catalogue: Catalogue
  photos: { list(query: Reads['here'], petIds: readonly bigint[]): Promise<Photo[]> }
  clock: Clock
}

export type ListingWindows = ReturnType<typeof listingWindows>

/** Published animals by page number, with their total, up to `MAX_WINDOW`. */
export const listingWindows = ({ database, catalogue, photos, clock }: Deps) => {
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
    async list(client: Client, window: ListingWindow): Promise<{ total: number; animals: ListedAnimal[] }> {
      const { search, origin } = window
      const isByTime = window.order === 'newest' || window.order === 'oldest'
      const { total, petIds } = isByTime
        ? await windowByTime(catalogue, client, window)
        : await windowOfAll(catalogue, client, window)
      const animals = await animalsOf(database.read, petIds, { origin, near: search.near })
      return { total, animals }
    },

    /** Finds an animal that is offered, or was until recently. */
    async find(viewer: Viewer, petId: bigint, origin: string): Promise<ListedAnimal | undefined> {
      const [animal] = await animalsOf(database.read, [petId], { origin, viewer })
      return animal && clock.nowMs() >= (animal.shownUntilMs ?? Infinity) ? undefined : animal
    },

    /** All animals that an account offers, in the order of publication. */
    async *each(accountId: bigint, origin: string): AsyncGenerator<ListedAnimal> {
      const groups = [[termOf('organization', accountId)]]
      const none = { words: undefined, ages: undefined, near: undefined, withinMetres: undefined }
      const search = { conditions: { status: 'available', groups }, ...none }
      let after: string[] | undefined
      do {
        const find = { search, sort: 'publishedAt', after, limit: STEP } as const
        const { places } = await catalogue.find({ visitor: 'portals' }, find)
        const ids = places.map(({ petId }) => petId)
        yield* await animalsOf(database.read, ids, { origin })
        after = places.length === STEP ? places.at(-1)?.place : undefined
      } while (after)
    },

    /** The folded values of `breed` or `color` that available animals have, by species. */
    async valuesOf(kind: 'breed' | 'color'): Promise<(species: readonly Species[]) => string[]> {
      const found = (await catalogue.values(kind)).slice(0, MAX_VALUES)
      return (some) => {
        const mask = Number(maskOf(some.map((one) => termOf('species', one))) ?? 0n)
        return found.filter(({ traits }) => (traits & mask) !== 0).map(({ value }) => value)
      }
    },
  }
}

type Window = { total: number; petIds: bigint[] }

const windowByTime = async (
  catalogue: Catalogue,
  client: Client,
  { search, inName, order, offset, limit }: ListingWindow,
): Promise<Window> => {
  const { places, total } = await catalogue.find(client, {
    search,
    inName,
    offset,
    limit: Math.min(limit, MAX_WINDOW - offset),
    sort: order === 'newest' ? '-publishedAt' : 'publishedAt',
    wantsCounts: true,
    maxMatches: MAX_WINDOW,
  })
  return { total: Math.min(total, MAX_WINDOW), petIds: places.map(({ petId }) => petId) }
}

/** For orders that no list has. If there are more than `MAX_WINDOW` animals, only the newest are sorted. */
const windowOfAll = async (
  catalogue: Catalogue,
  client: Client,
  { search, inName, order, seed, offset, limit }: ListingWindow,
): Promise<Window> => {
  const find = { search, inName, sort: '-publishedAt', limit: MAX_WINDOW } as const
  const { places } = await catalogue.find(client, find)
  const inOrder =
    order === 'shuffled'
      ? shuffled(places, seed)
      : byDistance(places, await catalogue.nearest(client, search), order === 'nearest' ? 1 : -1)
  const petIds = inOrder.slice(offset, offset + limit).map(({ petId }) => petId)
  return { total: inOrder.length, petIds }
}

type Owned = { petId: bigint; accountId: bigint }

/** The sort is stable: animals of one organization stay newest first. Animals without a location are left out. */
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

/** Every bit of the number affects every bit of the result (the finalizer of MurmurHash3). */
const mixed = (number: number): number => {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
