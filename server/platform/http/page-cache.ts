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
 * Pages as they were sent, for as long as the version stays the same, and no longer than `maxAgeMs`. A version that is
 * undefined is one that nobody knows: then nothing is found and nothing kept.
 */
export const pageCache = ({
  maxAgeMs = Infinity,
  steadyMs = () => 0,
  counts = { hit: 0, miss: 0 },
}: Options = {}) => {
  const pages = new Map<string, Page>()
  let keptVersion: number | undefined
  let keptSinceMs = 0
  let characters = 0

  const clear = () => {
    pages.clear()
    characters = 0
    keptSinceMs = steadyMs()
  }
  const follow = (version: number) => {
    if (version === keptVersion && !isOld()) return
    keptVersion = version
    clear()
  }
  const isOld = () => maxAgeMs !== Infinity && steadyMs() - keptSinceMs >= maxAgeMs

  return {
    /** Whether there was such a page, at whatever version. */
    has: (key: string): boolean => pages.has(key),

    find(key: string, version: number | undefined): Page | undefined {
      if (version === undefined) return undefined
      follow(version)
      const page = pages.get(key)
      if (page) counts.hit += 1
      return page
    },
    /** Keeps a page that was read when the version was `readAt`; one that was found here is kept already. */
    keep(key: string, page: Page, readAt: number | undefined): void {
      if (pages.get(key) === page) return
      counts.miss += 1
      if (readAt === undefined || readAt !== keptVersion) return
      const size = PAGE_OVERHEAD + key.length + page.body.length
      if (characters + size > MAX_CHARACTERS) clear()
      characters += size
      pages.set(key, page)
    },
  }
}
