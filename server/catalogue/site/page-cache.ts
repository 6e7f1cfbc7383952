import type { IncomingHttpHeaders } from 'node:http'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import { type Asset, pageAsset, sendAsset } from '../../requests/api/asset.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import type { Begun, ListingCache, ShownListings } from './listing-cache.ts'

/** A page as it was made. */
export type MadePage = {
  status?: number
  type: string
  headers: readonly string[]
  /** By default, caches must revalidate each time. */
  cacheControl?: string
  body: string
  shown: ShownListings
  /** When it becomes outdated even without a change. */
  expiresAtMs?: number | undefined
}

/** Undefined if there is no such page, which is not cached. */
type Make = () => Promise<MadePage | undefined>

export type CachedPage = {
  status: number
  headers: readonly string[]
  file: Asset
  /** By the exact text of the Accept headers. */
  replies: Map<string, Reply>
}

type Deps = {
  cache: ListingCache<CachedPage>
  isCurrent: (visit: Pick<Visit, 'decision'>) => boolean
}

/** Whether the caches are up to date for a visit. They always are without other replicas. */
export const currentCheck =
  (catalogue: { isCurrent?(decision: Visit['decision']): boolean }) =>
  ({ decision }: Pick<Visit, 'decision'>): boolean =>
    catalogue.isCurrent?.(decision) !== false

/** The approximate size of a page besides its text. */
const OVERHEAD = 2_048
/** Copies of a text: its source, its uncompressed response, and together half its size for the two compressed ones. */
const COPIES = 2.5

/**
 * Serves pages from the cache, and makes those that are missing. Concurrent requests for the same page share the work,
 * unless something has changed or a new day has begun since.
 */
export const pageCache = ({ cache, isCurrent }: Deps) => {
  const making = new Map<string, { begun: Begun; page: Promise<CachedPage | undefined> }>()

  const makeAndKeep = async (key: string, begun: Begun, make: Make) => {
    const made = await make()
    if (!made) return undefined
    const { status = 200, type, cacheControl = 'no-cache', body, shown, expiresAtMs } = made
    const page = {
      status,
      file: pageAsset(type, body),
      headers: [...made.headers, 'cache-control', cacheControl],
      replies: new Map(),
    }
    const size = (key.length + body.length) * COPIES + OVERHEAD
    cache.set(begun, { key, value: page, shown, size, ...(expiresAtMs && { expiresAtMs }) })
    return page
  }

  const makeOnce = (key: string, make: Make): Promise<CachedPage | undefined> => {
    const begun = cache.begin()
    const other = making.get(key)
    if (other && isSame(other.begun, begun)) return other.page
    const page = makeAndKeep(key, begun, make)
    const entry = { begun, page }
    making.set(key, entry)
    const done = () => {
      if (making.get(key) === entry) making.delete(key)
    }
    page.then(done, done)
    return page
  }

  /**
   * `choice` is what the page depends on besides its address: its language, and the part of the query that it reads,
   * normalized, so that other parameters do not create more entries.
   */
  return async (visit: Visit, make: Make, choice = ''): Promise<Reply | undefined> => {
    const key = `${visit.origin} ${pathIn(visit.url)} ${choice}`
    const known = isCurrent(visit) ? cache.find(key) : undefined
    const page =
      known ??
      (await makeOnce(key, make).catch((error: unknown) => {
        const old = error instanceof DatabaseUnavailable && isCurrent(visit) && cache.findOld(key)
        if (old) return old
        throw error
      }))
    return page && replyOf(page, visit.headers, addressBucket(visit.address))
  }
}

const isSame = (one: Begun, other: Begun): boolean => one.change === other.change && one.day === other.day

/** Browsers of one kind all send the same value. */
const MAX_REPLIES = 8
/** No browser sends more: a longer value is an attempt to fill the memory. */
const MAX_ACCEPTED = 100

/** A page in the encoding that the visitor's browser accepts. */
export const replyOf = async (
  { status, file, headers, replies }: CachedPage,
  sent: IncomingHttpHeaders,
  owner = '',
): Promise<Reply> => {
  const accepted = String(sent['accept-encoding'] ?? '')
  const cached = replies.get(accepted)
  if (cached) return cached
  const page = { ...(await sendAsset(sent, file, headers, owner)), status }
  if (replies.size < MAX_REPLIES && accepted.length <= MAX_ACCEPTED) replies.set(accepted, page)
  return page
}

/** The URL without its query. */
export const pathIn = (url: string): string => url.split('?', 1)[0] ?? ''
