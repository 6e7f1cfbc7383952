import type { Reply } from '../../requests/api/reply.ts'
import { foldName, type Pet, type PetFilter } from './pet.ts'
import { recentlyRequested } from './recently-requested.ts'

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

export type Made = { shown: Shown; reply: Reply }

/** `origin` is where its client reaches this server, which is part of its links. */
type Kept = Made & { url: string; origin: string }
type Asked = Pick<Kept, 'url' | 'origin'>
type Entry = Kept & { size: number; madeAtMs: number; places: readonly Place[] }

/** Under which a change finds entries: the id of an animal they show, what the animals of a list have in common, a name. */
type Place = bigint | string

export type PetResponses = ReturnType<typeof petResponses>

type Options = {
  maxAgeMs?: number
  steadyMs?: () => number
  /** How often there was a cached response, and how often one had to be created. */
  counts?: { hit: number; miss: number }
}

/** The size of the cache, in characters. Once it is full, the oldest responses make room for what is asked for again. */
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
  const index = new Map<Place, Set<Entry>>()
  const recent: ShownChange[] = []
  const wasAsked = recentlyRequested()
  let changeCount = 0
  let characters = 0

  const drop = (entry: Entry): void => {
    entries.delete(entry.url)
    characters -= entry.size
    for (const place of entry.places) {
      const alike = index.get(place)
      alike?.delete(entry)
      if (alike?.size === 0) index.delete(place)
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

  return {
    /** Drops everything: something has changed, and nobody knows what. */
    clear,

    /** `isCurrent`: every change that was acknowledged before is known here. */
    find({ url, origin }: Asked, isCurrent: boolean): Reply | undefined {
      const entry = isCurrent ? entries.get(url) : undefined
      const isHit = entry !== undefined && !isOld(entry)
      counts[isHit ? 'hit' : 'miss'] += 1
      return isHit ? replyAt(origin, entry) : undefined
    },

    /** The same however old it is, for when a newer one cannot be made. */
    findOld({ url, origin }: Asked): Reply | undefined {
      const entry = entries.get(url)
      return entry && replyAt(origin, entry)
    },

    /** Called when a response begins to be made that takes more than this turn: for `keep`. */
    begin: (): number => changeCount,

    /**
     * Caches a response, unless a change since it was begun may have altered it, or there is no room and it was not asked for
     * lately.
     */
    keep(kept: Kept, begun = changeCount): Reply {
      const { url, shown, reply } = kept
      const missedCount = changeCount - begun
      if (missedCount > recent.length) return reply
      for (let at = recent.length - missedCount; at < recent.length; at += 1)
        if (alters(recent[at] ?? {}, shown)) return reply
      const filter: PetFilter = 'petId' in shown ? { ids: [shown.petId] } : shown.filter
      const { ids, namePrefix, status = '', categoryId = '' } = filter
      const kind = namePrefix === undefined ? `${status} ${categoryId}` : BY_NAME
      const places: Place[] = ids ? [...new Set(ids)] : [kind]
      const size =
        OVERHEAD + url.length + (reply.body?.length ?? 0) + places.length * OVERHEAD_OF_PLACE
      const known = entries.get(url)
      if (known) drop(known)
      const madeAtMs = maxAgeMs === Infinity ? 0 : steadyMs()
      const sent = { ...reply, bodyBytes: Buffer.byteLength(reply.body ?? ''), compressed: {} }
      const entry = { ...kept, reply: sent, size, madeAtMs, places }
      entries.set(url, entry)
      characters += size
      const crowded: Set<Entry>[] = []
      for (const place of places) {
        const alike = index.get(place) ?? new Set()
        index.set(place, alike.add(entry))
        if (alike.size > (place === BY_NAME ? MAX_NAME_LISTS : MAX_ALIKE)) crowded.push(alike)
      }
      const hasRoom = crowded.length === 0 && characters <= MAX_CHARACTERS
      // Who asks for one after the other, as an export does, is not to have what others ask for all the time evicted.
      if (!hasRoom && !known && !wasAsked(url)) {
        drop(entry)
        return sent
      }
      for (const alike of crowded) dropOldestOf(alike)
      while (characters > MAX_CHARACTERS) dropOldestOf(entries.values())
      return sent
    },

    /** Drops what a change can have altered. No response is shown that a change may have altered that is acknowledged. */
    changed(change: ShownChange): void {
      // What is published of an animal is in no response about animals.
      if (change.listing !== undefined) return
      changeCount += 1
      recent.push(change)
      if (recent.length > MAX_RECENT) recent.splice(0, MAX_RECENT / 2)
      if (entries.size === 0) return
      for (const place of placesNear(change))
        for (const entry of index.get(place) ?? []) if (alters(change, entry.shown)) drop(entry)
    },
  }
}

/** Links lead to the address that their client uses. Almost every client uses the same one, so the last one is remembered. */
const replyAt = (origin: string, entry: Entry): Reply => {
  const { origin: last, reply } = entry
  if (origin !== last) {
    const headers = reply.headers?.map((text) => text.replaceAll(`<${last}/`, () => `<${origin}/`))
    entry.origin = origin
    entry.reply = { ...reply, ...(headers && { headers }) }
  }
  return entry.reply
}

/** Lists by name are not told apart. No kind is called so. */
const BY_NAME = 'by name'

/** Where entries are that a change may touch: there is no need to look at all the others. */
const placesNear = ({ before, after }: ShownChange): Place[] => {
  const id = (after ?? before)?.id
  return id === undefined ? [] : [id, ...kindsOf(before, after), BY_NAME]
}

/** Every kind of list that an animal may be on, as it was and as it is. */
const kindsOf = (...pets: (Pet | undefined)[]): Set<string> => {
  const kinds = new Set<string>()
  for (const pet of pets) {
    if (!pet) continue
    for (const status of ['', pet.status])
      for (const categoryId of ['', pet.categoryId]) kinds.add(`${status} ${categoryId}`)
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
