import { LRUCache } from 'lru-cache'
import type { ListingChange, ShownChange } from '../../animals/pets/pet-responses.ts'

/** What something that is made of listings shows of them. */
export type ShownListings = {
  petIds: readonly bigint[]
  /** Which animals it shows, or counts, depends on all listings. */
  isList: boolean
}

type Entry<Value> = {
  value: Value
  shown: ShownListings
  size: number
  /** The number of the last change before it was made. */
  begun: number
  madeAtMs: number
  expiresAtMs: number
}

type Options = {
  /** The sum of the sizes of the entries. What was not used for the longest time goes first. */
  maxSize: number
  maxAgeMs?: number
  steadyMs: () => number
  nowMs: () => number
}

export type ListingCache<Value> = ReturnType<typeof listingCache<Value>>

/** Animals of which the last change is known. */
const MAX_ANIMALS = 10_000
const DAY_MS = 86_400_000

/**
 * Keeps what is made of listings until a change alters it: of an animal that it shows, of an organization, or, for a list,
 * of any listing. Ages and waits are counted in days, so an entry also ends with its day.
 */
export const listingCache = <Value>({ maxSize, maxAgeMs = Infinity, steadyMs, nowMs }: Options) => {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize,
    sizeCalculation: ({ size }) => Math.ceil(size),
  })
  let count = 0
  /** Numbers of the last changes. */
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
    begun >= ofAll &&
    (!isList || begun >= ofLists) &&
    petIds.every((petId) => begun >= (ofAnimals.get(petId) ?? 0))

  const isFresh = (entry: Entry<Value>): boolean =>
    isUnchanged(entry) &&
    nowMs() < entry.expiresAtMs &&
    (maxAgeMs === Infinity || steadyMs() - entry.madeAtMs < maxAgeMs)

  return {
    find(key: string): Value | undefined {
      const entry = entries.get(key)
      return entry && isFresh(entry) ? entry.value : undefined
    },

    /** The same however old it is, for when a newer one cannot be made. */
    findOld: (key: string): Value | undefined => entries.get(key)?.value,

    /** Called before something is made: `keep` needs what it returns. */
    begin: (): number => count,

    keep(
      begun: number,
      kept: { key: string; value: Value; size: number; expiresAtMs?: number } & {
        shown: ShownListings
      },
    ): void {
      const { key, value, shown, size, expiresAtMs = Infinity } = kept
      const midnightMs = (Math.floor(nowMs() / DAY_MS) + 1) * DAY_MS
      entries.set(key, {
        ...{ value, shown, size, begun, madeAtMs: steadyMs() },
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

/** Whether lists may have other animals than before, or another order. What is on no card, or on one's own alone, alters none. */
export const altersLists = ({ extent }: ListingChange): boolean =>
  extent !== 'own' && extent !== 'shown'

/** Undefined where it concerns no listing: an animal is published by its profile, after it was added. */
export const listingChangeOf = ({
  before,
  after,
  listing,
}: ShownChange): ShownChange['listing'] => {
  if (listing) return listing
  if (!before) return undefined
  const { id: petId } = before
  if (before.status !== after?.status) return { petId, extent: 'lists' }
  return before.name === after.name ? undefined : { petId, extent: 'words' }
}
