import type { AdoptQuery } from './adopt-query.ts'
import type { Fragment } from './listing-card.html.ts'

/** How many listings have each value. */
export type Counts = Record<'species' | 'sex' | 'size' | 'age' | 'goodWith', Record<string, number>>

/** What a page of a list shows. */
export type AdoptView = {
  query: AdoptQuery
  /** Chosen as it is by all the other filters. */
  counts: Counts
  /** Undefined where there may be more than are counted. */
  total: number
  isAtLeast: boolean
  /** Undefined where there are none. */
  cards: Fragment | undefined
  next: string | undefined
  /** Of shelters with a place: what can be entered as one. */
  cities: readonly string[]
  hasPlaces: boolean
  shelter: string | undefined
  origin: string
}
