import { Type } from 'typebox'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { nextHeaders, readPlace, totalHeaders, wantsTotalCount, writePlace } from '../../requests/api/page.ts'
import { json, type Reply, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Catalogue } from './catalogue.service.ts'
import { listingError } from './listing.errors.ts'
import { ListingFacets, ListingPath, ListingSchema } from './listing.ts'
import { MAX_MATCHES } from './listing-matches.service.ts'
import {
  FacetListings,
  type ListingSearch,
  type ListingSort,
  ListListings,
  parametersOf,
  searchOf,
} from './listing-query.ts'
import type { ListingsService } from './listings.service.ts'

type Deps = { listings: ListingsService; catalogue: Pick<Catalogue, 'find'> }

export const listingSchemas = [ListingSchema, ListingFacets]

const shared = { tag: 'Listings', stability: 'stable', scope: 'listings:read' } as const

/** Published animals, for everybody: publishable keys can read them. */
export const listingOperations = ({ listings, catalogue }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listListings',
    method: 'GET',
    path: '/listings',
    summary: 'List published animals',
    description:
      'Returns a page of animals whose profile is published: newest first, or best match first with `q`. An unknown value never matches: ' +
      '`goodWith=children` returns only animals that are known to be good with children. Several values of one filter ' +
      'match any of them, several filters all.',
    query: ListListings,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of listings.',
        schema: Type.Array(ListingSchema),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    guide: {
      name: 'show-animals',
      about: 'Show animals on a page, in the browser or from your server',
    },
    example: {
      query: { species: 'dog', goodWith: 'children' },
      client: `for await (const listing of store.listings.list({ species: ['dog'], goodWith: ['children'] })) {\n  console.log(listing.name)\n}`,
    },
    handle: (call) => listReply(listings, call),
  }),

  operation({
    ...shared,
    id: 'countListings',
    method: 'GET',
    path: '/listings/facets',
    summary: 'Count published animals by value',
    description:
      'Counts the listings that match the filters, by value. With `q`, the newest 1,000 matches are counted.',
    query: FacetListings,
    returns: { 200: { description: 'The counts.', schema: ListingFacets } },
    guide: { name: 'gallery', about: 'A gallery with filters, without code' },
    example: {
      query: { species: 'dog' },
      client: `const facets = await store.listings.facets({ species: ['dog'] })\nconsole.log(facets.size)`,
    },
    handle: async ({ caller, query }) => {
      const find = { search: searchOf(query, caller), sort: '-publishedAt', limit: 0 } as const
      return resource((await catalogue.find(caller, { ...find, wantsCounts: true })).facets)
    },
  }),

  operation({
    ...shared,
    id: 'getListing',
    method: 'GET',
    path: '/listings/{petId}',
    summary: 'Get a published animal',
    description: 'The listing of a sold animal can be read for 30 more days.',
    params: ListingPath,
    returns: { 200: { description: 'The listing.', schema: ListingSchema } },
    errors: ['listing_not_found'],
    guide: { name: 'coming-from-petfinder', about: 'For programs written for Petfinder' },
    example: {
      path: { petId: '1' },
      client: `const listing = await store.listings.get(1)\nconsole.log(listing.name, listing.age.band)`,
    },
    handle: async ({ caller, params: { petId }, origin }) => {
      const found = await listings.find(caller, petId, origin)
      if (found === undefined) throw listingError('listing_not_found')
      return json(found)
    },
  }),
]

const listReply = async (listings: ListingsService, call: Call<unknown, ListListings>): Promise<Reply> => {
  const { caller, query, origin } = call
  const { limit = 20, cursor } = query
  const search = searchOf(query, caller)
  const sort = query.sort ?? (search.words ? 'relevance' : '-publishedAt')
  const parameters = parametersOf(query)
  const list = `listings ${JSON.stringify(parameters)}`
  const after = cursor === undefined ? undefined : readPlace(cursor, list)
  // One more than requested, to find out whether there is a next page.
  const found = await listings.list(caller, {
    search,
    sort,
    after,
    limit: limit + 1,
    origin,
    wantsCounts: wantsTotalCount(call),
  })
  const items = found.items.slice(0, limit)
  const body = `[${items.flatMap((item) => item.json || []).join(',')}]`
  const headers = wantsTotalCount(call) ? totalOf(found.total, { search, sort }) : []
  const last = items.at(-1)
  if (found.items.length > limit && last) {
    const shown = { path: '/v1/listings', limit, parameters }
    headers.push(...nextHeaders(origin, shown, writePlace(last.place, list)))
  }
  return json(body, { headers })
}

/** The length of the list: a lower bound if a search in order of time has reached the most matches that are counted. */
const totalOf = (
  total: number,
  { search: { words }, sort }: { search: ListingSearch; sort: ListingSort },
): string[] => {
  const isOfTime = sort === 'publishedAt' || sort === '-publishedAt'
  const isLeast = words !== undefined && isOfTime && total >= MAX_MATCHES
  return [...totalHeaders(total), ...(isLeast ? ['x-total-count-relation', 'at-least'] : [])]
}
