import type { Int64 } from './exact-json.ts'
import type { ListOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { FacetQuery, Listing, ListingFacets, ListingQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for published animals. They need the scope `listings:read`, which publishable keys have. */
export type ListingCalls = ReturnType<typeof listingCalls>

export const listingCalls = (send: Send) => ({
  /**
   * Lists published animals; with `q`, best matches first. Unknown values never match a filter. Awaitable, and iterable
   * over all pages.
   */
  list: (query?: ListingQuery, options?: ListOptions): List<Listing> =>
    list(send, { operation: 'listListings', path: '/listings', query }, options),

  /** Counts matching listings by value. */
  facets: (query?: FacetQuery, options?: ReadOptions): Call<ListingFacets> =>
    send({ operation: 'countListings', path: '/listings/facets', query }, options),

  /** Gets a published animal. A sold animal can be read for 30 more days. Throws `listing_not_found`. */
  get: (petId: Int64, options?: ReadOptions): Call<Listing> =>
    send({ operation: 'getListing', path: `/listings/${inPath(petId)}` }, options),
})
