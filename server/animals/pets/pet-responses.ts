import type { Reply } from '../../requests/api/reply.ts'
import { foldName, type Pet, type PetFilter } from './pet.ts'
import { recentlyRequested } from './recently-requested.ts'

/**
 * A change: an animal was added (no `before`), removed (no `after`) or changed; or, in `listing`,
 * its published data. `organizations` is a change of organizations, `all` may be anything.
 */
export type ShownChange = {
  before?: Pet
  after?: Pet
  listing?: ListingChange | 'organizations' | 'all'
}

/**
 * How far a change of published data reaches: only the animal's own page (`page`), searches by its text too
 * (`searchText`), its card in lists too (`card`), their order by name too (`order`), or also which lists it is in
 * (`membership`). A `removed` animal is in none from now on.
 */
export type ListingChange = {
  petId: bigint
  extent: 'page' | 'searchText' | 'card' | 'order' | 'membership' | 'removed'
}

/** The content of a cached response: one animal, or a range of a list. */
type CachedContent = { petId: bigint } | CachedList

type CachedList = {
  filter: PetFilter
  descending: boolean
  /** The range shows everything that matches after this id ... */
  afterId: bigint | undefined
  /** ... and up to this one, the first not shown; undefined at the end of the list. */
  upToId: bigint | undefined
  /** Whether the total is shown too. */
  hasTotal: boolean
}

export type Made = { shown: CachedContent; reply: Reply }

/** `origin` is the host that the client uses for this server, which is part of the links. */
type NewResponse = Made & { url: string; origin: string }
type CacheKey = Pick<NewResponse, 'url' | 'origin'>
type Entry = NewResponse & { size: number; madeAtMs: number; keys: readonly IndexKey[] }

/**
 * The index key of entries: the id of an animal that they show, the common value of the animals of
 * a list, or a name.
 */
type IndexKey = bigint | string

export type PetResponses = ReturnType<typeof petResponses>

type Options = {
  maxAgeMs?: number
  steadyMs?: () => number
  /** Numbers of cache hits and misses. */
  counts?: { hit: number; miss: number }
}

/**
 * The size of the cache in characters. Once it is full, the oldest responses make room for those
 * that are requested again.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** The approximate overhead of a response, and of each key that it is indexed under. */
const OVERHEAD = 1_024
const OVERHEAD_OF_KEY = 256
/** A response can still be cached if no more than this many changes happen while it is created. */
const MAX_RECENT = 512
/**
 * The most responses that a change is compared with under each key: all animals, one kind of list,
 * by name.
 */
const MAX_ALIKE = 1_000
/** Every change is compared with all of these, whatever the animal. */
const MAX_NAME_LISTS = 256

/**
 * A cache of responses about animals. A response stays cached until a change may have altered it.
 * An animal added after a full page, or changed outside a page's filter or range, leaves that page
 * in the cache.
 */
export const petResponses = ({
  maxAgeMs = Infinity,
  steadyMs = () => 0,
  counts = { hit: 0, miss: 0 },
}: Options = {}) => {
  const entries = new Map<string, Entry>()
  const index = new Map<IndexKey, Set<Entry>>()
  const recent: ShownChange[] = []
  const wasRequestedRecently = recentlyRequested()
  let changeCount = 0
  let characters = 0

  const drop = (entry: Entry): void => {
    entries.delete(entry.url)
    characters -= entry.size
    for (const key of entry.keys) {
      const alike = index.get(key)
      alike?.delete(entry)
      if (alike?.size === 0) index.delete(key)
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
    // Responses being created now were read before this change.
    changeCount += 1
  }
  const isOld = ({ madeAtMs }: Entry): boolean => maxAgeMs !== Infinity && steadyMs() - madeAtMs >= maxAgeMs

  return {
    /** Drops everything, as some unknown change has happened. */
    clear,

    /** `isCurrent`: this process knows every change that was acknowledged before. */
    find({ url, origin }: CacheKey, isCurrent: boolean): Reply | undefined {
      const entry = isCurrent ? entries.get(url) : undefined
      const isHit = entry !== undefined && !isOld(entry)
      counts[isHit ? 'hit' : 'miss'] += 1
      return isHit ? replyAt(origin, entry) : undefined
    },

    /** A response of any age, for when a new one cannot be created. */
    findOld({ url, origin }: CacheKey): Reply | undefined {
      const entry = entries.get(url)
      return entry && replyAt(origin, entry)
    },

    /** Call it before creating a response asynchronously, and pass the result to `set`. */
    begin: (): number => changeCount,

    /**
     * Caches a response, unless a change since `begun` may have altered it, or the cache is full
     * and it was not requested recently.
     */
    set(response: NewResponse, begun = changeCount): Reply {
      const { url, shown, reply } = response
      const missedCount = changeCount - begun
      if (missedCount > recent.length) return reply
      for (let at = recent.length - missedCount; at < recent.length; at += 1)
        if (alters(recent[at] ?? {}, shown)) return reply
      const filter: PetFilter = 'petId' in shown ? { ids: [shown.petId] } : shown.filter
      const { ids, namePrefix, status = '', categoryId = '' } = filter
      const kind = namePrefix === undefined ? `${status} ${categoryId}` : BY_NAME
      const keys: IndexKey[] = ids ? [...new Set(ids)] : [kind]
      const size = OVERHEAD + url.length + (reply.body?.length ?? 0) + keys.length * OVERHEAD_OF_KEY
      const known = entries.get(url)
      if (known) drop(known)
      const madeAtMs = maxAgeMs === Infinity ? 0 : steadyMs()
      const sent = { ...reply, bodyBytes: Buffer.byteLength(reply.body ?? ''), compressed: {} }
      const entry = { ...response, reply: sent, size, madeAtMs, keys }
      entries.set(url, entry)
      characters += size
      const crowded: Set<Entry>[] = []
      for (const key of keys) {
        const alike = index.get(key) ?? new Set()
        index.set(key, alike.add(entry))
        if (alike.size > (key === BY_NAME ? MAX_NAME_LISTS : MAX_ALIKE)) crowded.push(alike)
      }
      const hasRoom = crowded.length === 0 && characters <= MAX_CHARACTERS
      // Sequential reads, as by an export, must not evict what others request all the time.
      if (!hasRoom && !known && !wasRequestedRecently(url)) {
        drop(entry)
        return sent
      }
      for (const alike of crowded) dropOldestOf(alike)
      while (characters > MAX_CHARACTERS) dropOldestOf(entries.values())
      return sent
    },

    /**
     * Drops the responses that a change may have altered, so that none is served after the change
     * is acknowledged.
     */
    changed(change: ShownChange): void {
      // Responses about animals do not contain published data.
      if (change.listing !== undefined) return
      changeCount += 1
      recent.push(change)
      if (recent.length > MAX_RECENT) recent.splice(0, MAX_RECENT / 2)
      if (entries.size === 0) return
      for (const key of keysNear(change))
        for (const entry of index.get(key) ?? []) if (alters(change, entry.shown)) drop(entry)
    },
  }
}

/**
 * Links use the host of the client. Almost all clients use the same one, so the last one is cached.
 */
const replyAt = (origin: string, entry: Entry): Reply => {
  const { origin: last, reply } = entry
  if (origin !== last) {
    const headers = reply.headers?.map((text) => text.replaceAll(`<${last}/`, () => `<${origin}/`))
    entry.origin = origin
    entry.reply = { ...reply, ...(headers && { headers }) }
  }
  return entry.reply
}

/** The index key of all lists by name. No kind has this name. */
const BY_NAME = 'by name'

/** The index keys of entries that a change may affect, so that others need not be compared. */
const keysNear = ({ before, after }: ShownChange): IndexKey[] => {
  const id = (after ?? before)?.id
  return id === undefined ? [] : [id, ...kindsOf(before, after), BY_NAME]
}

/** Every kind of list that an animal may be in, before and after. */
const kindsOf = (...pets: (Pet | undefined)[]): Set<string> => {
  const kinds = new Set<string>()
  for (const pet of pets) {
    if (!pet) continue
    for (const status of ['', pet.status])
      for (const categoryId of ['', pet.categoryId]) kinds.add(`${status} ${categoryId}`)
  }
  return kinds
}

const alters = ({ before, after }: ShownChange, shown: CachedContent): boolean => {
  const id = (after ?? before)?.id
  if (id === undefined) return false
  if ('petId' in shown) return shown.petId === id
  // Cheap, and most lists that a change is compared with show another range.
  const isInside = isWithin(id, shown)
  if (!isInside && !shown.hasTotal) return false
  const was = before !== undefined && matches(before, shown.filter)
  const is = after !== undefined && matches(after, shown.filter)
  return isInside ? was || is : was !== is
}

const isWithin = (id: bigint, { descending, afterId, upToId }: CachedList): boolean => {
  const [lower, upper] = descending ? [upToId, afterId] : [afterId, upToId]
  // The lower bound was on the previous page; the first one not shown counts, as the next page
  // begins there.
  const isAbove = lower === undefined || (descending ? id >= lower : id > lower)
  const isBelow = upper === undefined || (descending ? id < upper : id <= upper)
  return isAbove && isBelow
}

const matches = (pet: Pet, { ids, status, categoryId, namePrefix }: PetFilter): boolean =>
  (ids === undefined || ids.includes(pet.id)) &&
  (status === undefined || pet.status === status) &&
  (categoryId === undefined || pet.categoryId === categoryId) &&
  (namePrefix === undefined || foldName(pet.name).startsWith(foldName(namePrefix)))

type Cache = Pick<PetResponses, 'changed' | 'clear'>

export type ShownCaches = ReturnType<typeof shownCaches>

/**
 * The caches of data about animals. Each is notified of every change, whichever process made it.
 */
export const shownCaches = () => {
  const caches: Cache[] = []
  return {
    add: (...more: readonly Cache[]): void => void caches.push(...more),
    changed(change: ShownChange): void {
      for (const cache of caches) cache.changed(change)
    },
    clear(): void {
      for (const cache of caches) cache.clear()
    },
  }
}
