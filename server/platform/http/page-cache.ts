import type { Page } from './paging.ts'

/** Together, the pages kept may be this large; past it all are dropped, and the ones in use come back at once. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** What a page takes beside its texts, roughly: else half a million empty ones would fit. */
const PAGE_OVERHEAD = 512

export type PageCache = ReturnType<typeof pageCache>

/** Pages as they were sent, for as long as `version` stays the same. */
export const pageCache = (version: () => number) => {
  const pages = new Map<string, Page>()
  let keptVersion = version()
  let characters = 0

  const clear = () => {
    pages.clear()
    characters = 0
  }
  const follow = () => {
    if (version() === keptVersion) return
    keptVersion = version()
    clear()
  }

  return {
    find(key: string): Page | undefined {
      follow()
      return pages.get(key)
    },
    /** Keeps a page that was read when the version was `readAt`. */
    keep(key: string, page: Page, readAt: number): void {
      follow()
      if (readAt !== keptVersion) return
      const size = PAGE_OVERHEAD + key.length + page.body.length
      if (characters + size > MAX_CHARACTERS) clear()
      characters += size
      pages.set(key, page)
    },
  }
}
