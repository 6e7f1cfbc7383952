import { LRUCache } from 'lru-cache'
import type { ListingChange, ShownChange } from '../../animals/pets/pet-responses.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** The listings that a cached value shows. */
export type ShownListings = {
  petIds: readonly bigint[]
  /** Whether it also depends on which listings exist, as lists and counts do. */
  isList: boolean
}

/** When the making of a value began: after which change, on which day, and by the monotonic clock. */
export type Begun = { change: number; day: number; atMs: number }

type Entry<Value> = {
  value: Value
  shown: ShownListings
  size: number
  begun: Begun
  expiresAtMs: number
}

type Options = {
  /** The largest sum of the sizes of the entries. The least recently used entries are removed first. */
  maxSize: number
  maxAgeMs?: number
  steadyMs: () => number
  nowMs: () => number
}

export type ListingCache<Value> = ReturnType<typeof listingCache<Value>>

/** How many animals' last changes are remembered. */
const MAX_ANIMALS = 10_000

/**
 * Caches values made from listings until a change affects them: of an animal that they show, of an organization, or,
 * for lists, of any listing. Entries also expire at the end of the day on which their making began, because ages and
 * waits are counted in days.
 */
export const listingCache = <Value>({ maxSize, maxAgeMs = Infinity, steadyMs, nowMs }: Options) => {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize,
    sizeCalculation: ({ size }) => Math.ceil(size),
  })
  let count = 0
  /** The numbers of the last changes to everything, to lists, and to each animal. */
  let ofAll = 0
  let ofLists = 0
  const ofAnimals = new Map<bigint, number>()

  const clear = (): void => {
    entries.clear()
    ofAnimals.clear()
    count += 1
    ofAll = count
  }

  const isUnchanged = ({ begun, shown: { petIds, isList } }: Entry<Value>): boolean =>
    begun.change >= ofAll &&
    (!isList || begun.change >= ofLists) &&
    petIds.every((petId) => begun.change >= (ofAnimals.get(petId) ?? 0))

  const isFresh = (entry: Entry<Value>): boolean =>
    isUnchanged(entry) &&
    nowMs() < entry.expiresAtMs &&
    (maxAgeMs === Infinity || steadyMs() - entry.begun.atMs < maxAgeMs)

  return {
    find(key: string): Value | undefined {
      const entry = entries.get(key)
      return entry && isFresh(entry) ? entry.value : undefined
    },

    /** Finds a value even if it is stale, for when no new one can be made. */
    findOld: (key: string): Value | undefined => entries.get(key)?.value,

    /** Called before a value is made. `set` needs the result, to notice changes and a midnight in between. */
    begin: (): Begun => ({ change: count, day: Math.floor(nowMs() / DAY_MS), atMs: steadyMs() }),

    set(
      begun: Begun,
      entry: { key: string; value: Value; size: number; expiresAtMs?: number } & {
        shown: ShownListings
      },
    ): void {
      const { key, value, shown, size, expiresAtMs = Infinity } = entry
      const midnightMs = (begun.day + 1) * DAY_MS
      entries.set(key, {
        value,
        shown,
        size,
        begun,
        expiresAtMs: Math.min(expiresAtMs, midnightMs),
      })
    },

    changed(change: ShownChange): void {
      const listing = listingChangeOf(change)
      if (listing === undefined) return
      count += 1
      if (listing === 'all' || listing === 'organizations' || ofAnimals.size >= MAX_ANIMALS) {
        ofAnimals.clear()
        ofAll = count
        return
      }
      ofAnimals.set(listing.petId, count)
      if (altersLists(listing)) ofLists = count
    },

    clear,
  }
}

/**
 * Whether lists may have other animals than before, or another order. Changes to one card or page alone do not affect
 * them.
 */
const altersLists = ({ extent }: ListingChange): boolean => extent !== 'page' && extent !== 'card'

/** Undefined if no listing is concerned: a new animal is published only later, by its profile. */
const listingChangeOf = ({ before, after, listing }: ShownChange): ShownChange['listing'] => {
  if (listing) return listing
  if (!before) return undefined
  const { id: petId } = before
  if (before.status !== after?.status) return { petId, extent: 'membership' }
  return before.name === after.name ? undefined : { petId, extent: 'order' }
}
