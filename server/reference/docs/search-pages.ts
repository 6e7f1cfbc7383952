import { type Entry, searchOver } from './browser/search-ranking.js'

export type FoundPages = {
  /** False if nothing matches. Then the results are the pages to start with. */
  isMatch: boolean
  results: { kind: string; title: string; hint: string; path: string; excerpt: string }[]
}

const MAX_EXCERPT = 200

/** The search of the docs for programs, which ranks as the page does in the browser. */
export const searchPages = (entries: readonly Entry[]) => {
  const search = searchOver(entries)
  return (query: string): FoundPages => {
    const { entries, found } = search(query)
    const results = entries.map(({ kind, title, hint, url, text }) => ({
      kind,
      title,
      hint,
      path: url,
      excerpt: text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT).toWellFormed()}…` : text,
    }))
    return { isMatch: found, results }
  }
}
