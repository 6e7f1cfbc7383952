import type { ListingChange, ShownChange } from '../../animals/pets/pet-responses.ts'

/** What something that is made of listings shows of them. */
export type ShownListings = {
  /** Animals that it shows. */
  petIds: readonly bigint[]
  /** It is a list, or counts one: others may come into it. */
  isList: boolean
  /** Which animals it shows, or in what order, depends on their names or texts. */
  isByWords: boolean
  /** It lists, or counts, those of this status alone; those of any where it is left out. */
  status?: string | undefined
  /** Of its animals it shows their cards alone. */
  isOfCards?: boolean
  /** It shows nothing of organizations, nor where they are. */
  isWithoutOrganizations?: boolean
  /** It shows all animals of its stretch, and counts none: others may leave the list. */
  isStretch?: boolean
}

type Entry<Value> = {
  key: string
  value: Value
  shown: ShownListings
  size: number
  madeAtMs: number
  expiresAtMs: number
}

type Options = {
  /** The sum of the sizes of what is kept; the oldest goes first. */
  maxSize: number
  maxAgeMs?: number
  steadyMs: () => number
  nowMs: () => number
}

export type ListingCache<Value> = ReturnType<typeof listingCache<Value>>

/** Changes that something may miss while it is made, and still be kept. */
const MAX_RECENT = 512
const DAY_MS = 86_400_000

/**
 * Keeps what is made of listings until a change may have altered it, or the day has ended on which ages and waits are
 * counted. The rule of `pets/pet-responses.ts`: nothing is shown that an acknowledged change has altered.
 */
export const listingCache = <Value>({ maxSize, maxAgeMs = Infinity, steadyMs, nowMs }: Options) => {
  const entries = new Map<string, Entry<Value>>()
  const byPet = new Map<bigint, Set<Entry<Value>>>()
  const lists = new Set<Entry<Value>>()
  const recent: ShownChange[] = []
  let changeCount = 0
  let size = 0

  const drop = (entry: Entry<Value>): void => {
    if (entries.get(entry.key) !== entry) return
    entries.delete(entry.key)
    lists.delete(entry)
    size -= entry.size
    for (const petId of placesOf(entry.shown)) {
      const those = byPet.get(petId)
      those?.delete(entry)
      if (those?.size === 0) byPet.delete(petId)
    }
  }

  const makeRoom = (): void => {
    for (const oldest of entries.values()) {
      if (size <= maxSize) return
      drop(oldest)
    }
  }

  const add = (entry: Entry<Value>): void => {
    entries.set(entry.key, entry)
    size += entry.size
    if (entry.shown.isList) lists.add(entry)
    for (const petId of placesOf(entry.shown)) {
      const those = byPet.get(petId)
      if (those) those.add(entry)
      else byPet.set(petId, new Set([entry]))
    }
    // Only then: to find the oldest takes as long as many have been dropped since.
    if (size > maxSize) makeRoom()
  }

  const reachedBy = (extent: Extent): Iterable<Entry<Value>> => {
    if (extent === 'organizations') return entries.values()
    const those = [...(byPet.get(extent.petId) ?? [])]
    return reachesLists(extent) || extent.extent === 'shown' ? [...those, ...lists] : those
  }

  const clear = (): void => {
    entries.clear()
    byPet.clear()
    lists.clear()
    recent.length = 0
    size = 0
    // What is being made at the moment was read before.
    changeCount += 1
  }

  const fresh = (entry: Entry<Value> | undefined): entry is Entry<Value> =>
    entry !== undefined &&
    nowMs() < entry.expiresAtMs &&
    (maxAgeMs === Infinity || steadyMs() - entry.madeAtMs < maxAgeMs)

  return {
    find(key: string): Value | undefined {
      const entry = entries.get(key)
      return fresh(entry) ? entry.value : undefined
    },

    /** The same however old it is, for when a newer one cannot be made. */
    findOld: (key: string): Value | undefined => entries.get(key)?.value,

    /** Called before something is made; what it returns is what `keep` has to know. */
    begin: (): number => changeCount,

    /** Keeps it, unless a change since `begun` may have altered it. It expires with the day, if not before. */
    keep(
      begun: number,
      kept: {
        key: string
        value: Value
        shown: ShownListings
        size: number
        expiresAtMs?: number | undefined
      },
    ): void {
      const missed = changeCount - begun
      if (missed > recent.length) return
      for (let at = recent.length - missed; at < recent.length; at += 1) {
        if (alters(recent[at] ?? {}, kept.shown)) return
      }
      const known = entries.get(kept.key)
      if (known) drop(known)
      const midnightMs = (Math.floor(nowMs() / DAY_MS) + 1) * DAY_MS
      const expiresAtMs = Math.min(kept.expiresAtMs ?? Infinity, midnightMs)
      add({ ...kept, expiresAtMs, madeAtMs: steadyMs() })
    },

    changed(change: ShownChange): void {
      const extent = extentOf(change)
      if (extent === undefined) return
      if (extent === 'all') {
        clear()
        return
      }
      changeCount += 1
      recent.push(change)
      if (recent.length > MAX_RECENT) recent.splice(0, MAX_RECENT / 2)
      for (const entry of reachedBy(extent)) if (alters(change, entry.shown)) drop(entry)
    },

    clear,
  }
}

type Extent = ListingChange | 'organizations'

/** Animals by which an entry is found. Lists of cards are all looked at: few changes alter them, and they come and go. */
const placesOf = ({ petIds, isList, isOfCards }: ShownListings): readonly bigint[] =>
  isList && isOfCards ? [] : petIds

/** Others than those that show the animal are altered too. */
export const reachesLists = ({ extent }: ListingChange): boolean =>
  extent !== 'own' && extent !== 'shown'

const alters = (change: ShownChange, shown: ShownListings): boolean => {
  const extent = extentOf(change)
  if (extent === undefined || extent === 'all') return extent === 'all'
  if (extent === 'organizations') return !shown.isWithoutOrganizations
  const isOnCards = extent.extent !== 'own' && extent.extent !== 'text'
  if (shown.petIds.includes(extent.petId) && (isOnCards || !shown.isOfCards)) return true
  if (!shown.isList || !reachesLists(extent)) return false
  if (extent.extent === 'gone') return !shown.isStretch
  return extent.extent === 'lists' ? entersOrLeaves(change, shown) : shown.isByWords
}

/** Of an animal that is not shown. */
const entersOrLeaves = (
  { before, after }: ShownChange,
  { status, isStretch = false }: ShownListings,
): boolean => {
  // What else it changed of is not known.
  if (!before || status === undefined) return true
  return after?.status === status || (before.status === status && !isStretch)
}

/** Undefined where it concerns no listing: an animal is published by its profile, after it was added. */
export const extentOf = ({ before, after, listing }: ShownChange): Extent | 'all' | undefined => {
  if (listing) return listing
  if (!before) return undefined
  const { id: petId } = before
  if (before.status !== after?.status) return { petId, extent: 'lists' }
  return before.name === after.name ? undefined : { petId, extent: 'words' }
}
