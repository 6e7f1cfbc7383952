import type { ListingSearch } from './listing-query.ts'

/** How many animals of a list can be reached by page number. */
export const MAX_WINDOW = 10_000
export type WindowOrder = 'newest' | 'oldest' | 'nearest' | 'farthest' | 'shuffled'

export type ListingWindow = {
  search: ListingSearch
  /** Folded text that the name contains. */
  inName?: string | undefined
  order: WindowOrder
  /** The seed of the shuffle: equal seeds give equal orders. */
  seed: number
  offset: number
  limit: number
  origin: string
}
