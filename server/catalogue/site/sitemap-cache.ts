import { LRUCache } from 'lru-cache'
import type { ShownChange } from '../../animals/pets/pet-responses.ts'
import { fairQueue } from '../../platform/fair-queue.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { countedUnder } from '../../requests/rate-limits/address.ts'
import { altersLists, listingChangeOf } from './listing-cache.ts'

/** Ids of one page, which is the most that a sitemap may have (sitemaps.org). */
export const SITEMAP_IDS = 50_000n
/** Of compressed files that are kept: about those of a million animals. */
const MAX_BYTES = 24 * 1024 * 1024
/** Bounds for how long a file can be stale when a change was lost on its way. */
const MAX_AGE_MS = 60_000
/** Files that wait to be made, one after the other: all, and those that one visitor was the first to ask for. */
const MAX_WAITING = 200
const MAX_WAITING_OF_ONE = 4

/** `page`: which stretch of ids it lists; undefined where it names no animal, so that no change of one alters it. */
type File = {
  key: string
  page?: bigint
  isCurrent: boolean
  /** Who asks for it. */
  visitor: string
  make: () => Promise<Buffer>
}
type Kept = { page: bigint | undefined; bytes: Buffer; madeAtMs: number }
type Making = { page: bigint | undefined; bytes: Promise<Buffer> }

export type SitemapCache = ReturnType<typeof sitemapCache>

/** Keeps files of the sitemap until an animal in them is renamed, published, unpublished or deleted. */
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
    // Not where a change has come in between.
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
    /** Made once for all who ask for it. Throws `service_unavailable` while too many others wait to be made. */
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

/** One piece of work at a time. Each visitor has a turn before anybody has a second one. */
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
