import type { FacetCounts } from '../listings/listing-facets.ts'
import type { AdoptQuery } from './adopt-query.ts'
import type { Fragment } from './listing-card.html.ts'

export type AdoptView = {
  query: AdoptQuery
  /** Counts of animals that match all other filters. */
  counts: FacetCounts
  /** Undefined if there may be more than are counted. */
  total: number
  isAtLeast: boolean
  /** Undefined if nothing matches. */
  cards: Fragment | undefined
  next: string | undefined
  /** The cities of shelters with a location, as suggestions for the place. */
  cities: readonly string[]
  hasPlaces: boolean
  shelter: string | undefined
  origin: string
}
