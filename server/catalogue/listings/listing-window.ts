import type { ListingSearch } from './listing-query.ts'

/** So many of a list can be reached by the number of its page. */
export const MAX_WINDOW = 10_000
export type WindowOrder = 'newest' | 'oldest' | 'nearest' | 'farthest' | 'shuffled'

export type ListingWindow = {
  search: ListingSearch
  /** Folded; their name has it in it. */
  inName?: string | undefined
  order: WindowOrder
  /** What animals are shuffled by: the same order for the same seed. */
  seed: number
  offset: number
  limit: number
  origin: string
}
