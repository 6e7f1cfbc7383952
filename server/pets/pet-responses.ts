import type { Reply } from '../api/reply.ts'
import { foldName, type Pet, type PetFilter } from './pet.ts'

/**
 * An animal that came (no `before`), went (no `after`) or changed; or, in `listing`, what is published of one.
 * `organizations` is what is shown of them, `all` is anything of any animal.
 */
export type ShownChange = {
  before?: Pet
  after?: Pet
  listing?: ListingChange | 'organizations' | 'all'
}

/**
 * How far a change of what is published reaches: the animal's own page (`own`), searches by its text too (`text`); its card
 * in lists too (`shown`), and their order by name (`words`); or also which lists it is in (`lists`), none from now on
 * where it is `gone`.
 */
export type ListingChange = {
  petId: bigint
  extent: 'own' | 'text' | 'shown' | 'words' | 'lists' | 'gone'
}

/** What a cached response shows: one animal, or a range of a list. */
type Shown = { petId: bigint } | ShownList

type ShownList = {
  filter: PetFilter
  descending: boolean
  /** Everything that matches is shown from after this id on ... */
  afterId: bigint | undefined
  /** ... and up to this one, which is the first not shown; undefined where the list ends. */
  upToId: bigint | undefined
  /** How many match in all is shown too. */
  hasTotal: boolean
}

/** A response for the origin at which its client reaches this server, which is part of its links. */
export type Made = { shown: Shown; replyAt: (origin: string) => Reply }

type Kept = Made & { url: string }
type Entry = Kept & {
  size: number
  madeAtMs: number
  sent: { origin: string; reply: Reply }
  places: readonly Place[]
}
/** Entries that a change is compared with together, `most` at most; `remove` is called when the last of them has gone. */
type Place = { entries: Set<Entry>; most: number; remove: () => void }

export type PetResponses = ReturnType<typeof petResponses>

type Options = {
  maxAgeMs?: number
  steadyMs?: () => number
  /** How often a cached response was served, and how often one had to be created. */
  counts?: { hit: number; miss: number }
}

/** The size of the cache, in characters; the oldest responses are evicted first. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** The approximate size of a response beside its text, and of each place it is indexed in. */
const OVERHEAD = 1_024
const OVERHEAD_OF_PLACE = 256
/** Changes that a response may miss while it is created, and still be cached. */
const MAX_RECENT = 512
/** Responses that one change is compared with at most: about all animals, of one kind of list, by name. */
const MAX_ALIKE = 1_000
/** Every change is compared with all of these, whatever the animal. */
const MAX_NAME_LISTS = 256

/**
 * A cache of responses about animals. Each stays until a change may have altered it. An animal added after a full
 * page, or changed outside a page's filter or range, leaves that page in the cache.
 */
export const petResponses = ({
  maxAgeMs = Infinity,
  steadyMs = () => 0,
  counts = { hit: 0, miss: 0 },
}: Options = {}) => {
  const entries = new Map<string, Entry>()
  const index = responseIndex()
  const recent: ShownChange[] = []
  let changeCount = 0
  let characters = 0

  const drop = (entry: Entry): void => {
    entries.delete(entry.url)
    characters -= entry.size
    for (const place of entry.places) {
      place.entries.delete(entry)
      if (place.entries.size === 0) place.remove()
    }
  }
  const dropOldestOf = ([oldest]: Iterable<Entry>): void => {
    if (oldest) drop(oldest)
  }
  const clear = (): void => {
    entries.clear()
    index.clear()
    recent.length = 0
    characters = 0
    // What is being made at the moment was read before.
    changeCount += 1
  }
  const isOld = ({ madeAtMs }: Entry): boolean =>
    maxAgeMs !== Infinity && steadyMs() - madeAtMs >= maxAgeMs

  const replyFor = (entry: Entry, origin: string): Reply => {
    // Almost every client reaches this server by the same address.
    if (entry.sent.origin !== origin) entry.sent = { origin, reply: entry.replyAt(origin) }
    return entry.sent.reply
  }

  return {
    /** Drops everything: something has changed, and nobody knows what. */
    clear,

    find(url: string, origin: string): Reply | undefined {
      const entry = entries.get(url)
      if (!entry || isOld(entry)) return undefined
      counts.hit += 1
      return replyFor(entry, origin)
    },

    /** The same however old it is, for when a newer one cannot be made. */
    findOld(url: string, origin: string): Reply | undefined {
      const entry = entries.get(url)
      return entry && replyFor(entry, origin)
    },

    /** Called before a response is made; what it returns is what `keep` has to know. */
    begin(): number {
      counts.miss += 1
      return changeCount
    },

    /** The response for `origin`. It is cached, unless a change since `begun` may have altered it. */
    keep(begun: number, kept: Kept, origin: string): Reply {
      const reply = kept.replyAt(origin)
      const missedCount = changeCount - begun
      if (missedCount > recent.length) return reply
      const { url, shown } = kept
      for (let at = recent.length - missedCount; at < recent.length; at += 1)
        if (alters(recent[at] ?? {}, shown)) return reply
      const known = entries.get(url)
      if (known) drop(known)
      const places = index.placesOf(shown)
      const size =
        OVERHEAD + url.length + (reply.body?.length ?? 0) + places.length * OVERHEAD_OF_PLACE
      const madeAtMs = maxAgeMs === Infinity ? 0 : steadyMs()
      const entry = { ...kept, size, madeAtMs, sent: { origin, reply }, places }
      entries.set(url, entry)
      characters += size
      for (const place of places) place.entries.add(entry)
      for (const place of places) if (place.entries.size > place.most) dropOldestOf(place.entries)
      while (characters > MAX_CHARACTERS) dropOldestOf(entries.values())
      return reply
    },

    /** Drops what a change can have altered. No response is shown that a change may have altered that is acknowledged. */
    changed(change: ShownChange): void {
      changeCount += 1
      recent.push(change)
      if (recent.length > MAX_RECENT) recent.splice(0, MAX_RECENT / 2)
      for (const entry of index.near(change)) if (alters(change, entry.shown)) drop(entry)
    },
  }
}

/** Finds the entries that a change may touch without a look at all the others. */
const responseIndex = () => {
  /** Those that show an animal by its id. */
  const byPet = new Map<bigint, Place>()
  /** Lists by what their animals have in common. */
  const byKind = new Map<string, Place>()
  const byName: Place = { entries: new Set(), most: MAX_NAME_LISTS, remove() {} }

  const placeIn = <Key>(places: Map<Key, Place>, key: Key): Place => {
    const known = places.get(key)
    if (known) return known
    const remove = () => places.delete(key)
    const place = { entries: new Set<Entry>(), most: MAX_ALIKE, remove }
    places.set(key, place)
    return place
  }

  return {
    placesOf(shown: Shown): Place[] {
      if ('petId' in shown) return [placeIn(byPet, shown.petId)]
      const { ids, namePrefix } = shown.filter
      if (ids) return [...new Set(ids)].map((id) => placeIn(byPet, id))
      return [namePrefix === undefined ? placeIn(byKind, kindOf(shown.filter)) : byName]
    },
    clear(): void {
      byPet.clear()
      byKind.clear()
      byName.entries.clear()
    },
    *near({ before, after }: ShownChange): Iterable<Entry> {
      const id = (after ?? before)?.id
      if (id !== undefined) yield* byPet.get(id)?.entries ?? []
      if (byKind.size > 0)
        for (const kind of kindsOf(before, after)) yield* byKind.get(kind)?.entries ?? []
      yield* byName.entries
    },
  }
}

const kindOf = ({ status, categoryId }: PetFilter): string => `${status ?? ''} ${categoryId ?? ''}`

/** Every kind of list that an animal may be on, as it was and as it is. */
const kindsOf = (...pets: (Pet | undefined)[]): Set<string> => {
  const kinds = new Set<string>()
  for (const pet of pets) {
    if (!pet) continue
    const { status, categoryId } = pet
    for (const filter of [{}, { status }, { categoryId }, { status, categoryId }])
      kinds.add(kindOf(filter))
  }
  return kinds
}

const alters = ({ before, after }: ShownChange, shown: Shown): boolean => {
  const id = (after ?? before)?.id
  if (id === undefined) return false
  if ('petId' in shown) return shown.petId === id
  // Cheaper than what follows, and most lists that a change is compared with show another range.
  const isInside = isWithin(id, shown)
  if (!isInside && !shown.hasTotal) return false
  const was = before !== undefined && matches(before, shown.filter)
  const is = after !== undefined && matches(after, shown.filter)
  return isInside ? was || is : was !== is
}

const isWithin = (id: bigint, { descending, afterId, upToId }: ShownList): boolean => {
  const [lower, upper] = descending ? [upToId, afterId] : [afterId, upToId]
  // The one already seen is no part of it; the first not shown is, as the next page begins there.
  const isAbove = lower === undefined || (descending ? id >= lower : id > lower)
  const isBelow = upper === undefined || (descending ? id < upper : id <= upper)
  return isAbove && isBelow
}

const matches = (pet: Pet, { ids, status, categoryId, namePrefix }: PetFilter): boolean =>
  (ids === undefined || ids.includes(pet.id)) &&
  (status === undefined || pet.status === status) &&
  (categoryId === undefined || pet.categoryId === categoryId) &&
  (namePrefix === undefined || foldName(pet.name).startsWith(foldName(namePrefix)))
