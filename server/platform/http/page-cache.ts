import type { Page } from './paging.ts'

/** Together, the pages kept may be this large; past it all are dropped, and the ones in use come back at once. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** What a page takes beside its texts, roughly: else half a million empty ones would fit. */
const PAGE_OVERHEAD = 512

export type PageCache = ReturnType<typeof pageCache>

type Options = {
  maxAgeMs?: number
  steadyMs?: () => number
  /** How often a kept page served, and how often one had to be read. */
  counts?: { hit: number; miss: number }
}

/**
 * Pages as they were sent, for as long as the version stays the same, and no longer than `maxAgeMs` unless the store
 * is away. A version that is undefined is one that nobody knows: then nothing is found and nothing kept.
 */
export const pageCache = ({
  maxAgeMs = Infinity,
  steadyMs = () => 0,
  counts = { hit: 0, miss: 0 },
}: Options = {}) => {
  type Kept = { page: Page; readAtMs: number; size: number }
  const pages = new Map<string, Kept>()
  let keptVersion: number | undefined
  let characters = 0

  const clear = () => {
    pages.clear()
    characters = 0
  }
  const isOld = ({ readAtMs }: Kept) => maxAgeMs !== Infinity && steadyMs() - readAtMs >= maxAgeMs

  const lookUp = (key: string, version: number | undefined): Kept | undefined => {
    if (version === undefined) return undefined
    if (version !== keptVersion) clear()
    keptVersion = version
    return pages.get(key)
  }

  return {
    /** Whether there was such a page, at whatever version. */
    has: (key: string): boolean => pages.has(key),

    find(key: string, version: number | undefined): Page | undefined {
      const kept = lookUp(key, version)
      if (!kept || isOld(kept)) return undefined
      counts.hit += 1
      return kept.page
    },
    /** The same however old it is, for when a newer one cannot be read. */
    findOld: (key: string, version: number | undefined): Page | undefined =>
      lookUp(key, version)?.page,

    /** Keeps a page that was read when the version was `readAt`; one that was found here is kept already. */
    keep(key: string, page: Page, readAt: number | undefined): void {
      const before = pages.get(key)
      if (before?.page === page) return
      counts.miss += 1
      if (readAt === undefined || readAt !== keptVersion) return
      const size = PAGE_OVERHEAD + key.length + page.body.length
      if (before) characters -= before.size
      if (characters + size > MAX_CHARACTERS) clear()
      characters += size
      pages.set(key, { page, readAtMs: maxAgeMs === Infinity ? 0 : steadyMs(), size })
    },
  }
}
