import { LRUCache } from 'lru-cache'
import type { ShownChange } from '../../animals/pets/pet-responses.ts'
import { fairQueue } from '../../platform/fair-queue.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { countedUnder } from '../../requests/rate-limits/address.ts'
import { altersLists, listingChangeOf } from './listing-cache.ts'

/** The ids in one page: as many as a sitemap may have (sitemaps.org). */
export const SITEMAP_IDS = 50_000n
/** Enough for the compressed files of about a million animals. */
const MAX_BYTES = 24 * 1024 * 1024
/** How stale a file can be if a change notification was lost. */
const MAX_AGE_MS = 60_000
/** How many files may wait to be made, one after the other: in total, and for one visitor. */
const MAX_WAITING = 200
const MAX_WAITING_OF_ONE = 4

/** `page` is the range of ids that it lists; undefined if it names no animals, so that no change affects it. */
type File = {
  key: string
  page?: bigint
  isCurrent: boolean
  /** The visitor whose turn it takes. */
  visitor: string
  make: () => Promise<Buffer>
}
type Kept = { page: bigint | undefined; bytes: Buffer; madeAtMs: number }
type Making = { page: bigint | undefined; bytes: Promise<Buffer> }

export type SitemapCache = ReturnType<typeof sitemapCache>

/** Caches the files of the sitemap until one of their animals is renamed, published, unpublished or deleted. */
export const sitemapCache = ({ steadyMs }: { steadyMs: () => number }) => {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length * 2 + 1_024,
  })
  const making = new Map<string, Making>()
  const inTurn = turns()

  const makeAndKeep = ({ key, page, visitor, make }: File): Promise<Buffer> => {
    const bytes = inTurn(visitor, make)
    const entry = { page, bytes }
    making.set(key, entry)
    // Removed already if something has changed meanwhile; the result is then not cached.
    const done = () => making.get(key) === entry && making.delete(key)
    bytes.then((made) => {
      if (done()) kept.set(key, { page, bytes: made, madeAtMs: steadyMs() })
    }, done)
    return bytes
  }

  const drop = (page: bigint): void => {
    for (const files of [kept, making]) {
      for (const [key, file] of files.entries()) if (file.page === page) files.delete(key)
    }
  }

  const clear = (): void => {
    kept.clear()
    making.clear()
  }

  return {
    /** Concurrent requests share the work. Throws `service_unavailable` if too many others are waiting. */
    async find(file: File): Promise<Buffer> {
      const known = file.isCurrent ? kept.get(file.key) : undefined
      if (known && steadyMs() - known.madeAtMs < MAX_AGE_MS) return known.bytes
      return making.get(file.key)?.bytes ?? makeAndKeep(file)
    },

    changed(change: ShownChange): void {
      const listing = listingChangeOf(change)
      if (listing === 'all') clear()
      else if (listing && listing !== 'organizations' && altersLists(listing)) {
        drop(listing.petId / SITEMAP_IDS)
      }
    },

    clear,
  }
}

/** Runs one task at a time. Each visitor gets a turn before any gets a second one. */
const turns = () => {
  const queue = fairQueue<() => void>()
  const waiting = new Map<string, number>()
  let isBusy = false
  let count = 0

  const of = (name: string): number => waiting.get(name) ?? 0

  const enter = (visitor: string): Promise<void> => {
    if (!isBusy) {
      isBusy = true
      return Promise.resolve()
    }
    const places = countedUnder(visitor)
    const isFull = places.some(({ name, times }) => of(name) >= MAX_WAITING_OF_ONE * times)
    if (count >= MAX_WAITING || isFull) {
      throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
    }
    count += 1
    for (const { name } of places) waiting.set(name, of(name) + 1)
    return new Promise((resolve) => {
      queue.add(visitor, () => {
        count -= 1
        for (const { name } of places) {
          if (of(name) > 1) waiting.set(name, of(name) - 1)
          else waiting.delete(name)
        }
        resolve()
      })
    })
  }

  const leave = (): void => {
    const next = queue.take()
    if (next) next()
    else isBusy = false
  }

  return <Made>(visitor: string, work: () => Promise<Made>): Promise<Made> =>
    enter(visitor).then(work).finally(leave)
}
