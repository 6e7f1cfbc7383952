import type { Int64 } from './exact-json.ts'
import type { ListOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import type { Call } from './response.ts'
import type {
  Animal,
  AnimalCountQuery,
  AnimalCounts,
  AnimalFacetQuery,
  AnimalFacets,
  AnimalQuery,
  KennelCardQuery,
  KennelCards,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for all animals of an account: published, drafts, and animals without a profile. */
export type AnimalCalls = ReturnType<typeof animalCalls>

export const animalCalls = (send: Send) => ({
  /**
   * Lists animals from `offset` on. `totalCount` is the length of the whole list (up to 100,000). Awaitable, and
   * iterable over all pages. Throws `not_owner`.
   */
  list: (query?: AnimalQuery, options?: ListOptions): List<Animal> =>
    list(send, { operation: 'listAnimals', path: '/animals', query }, options, {
      cursorName: 'offset',
    }),

  /** Counts matching animals by status. Throws `not_owner`. */
  counts: (query?: AnimalCountQuery, options?: ReadOptions): Call<AnimalCounts> =>
    send({ operation: 'countAnimals', path: '/animals/counts', query }, options),

  /** Lists the breeds and tags of matching animals, most frequent first. Throws `not_owner`. */
  facets: (query?: AnimalFacetQuery, options?: ReadOptions): Call<AnimalFacets> =>
    send({ operation: 'listAnimalFacets', path: '/animals/facets', query }, options),

  /** Kennel cards of up to 50 of your animals as one HTML file to print. */
  kennelCards: (ids: readonly Int64[], query?: Omit<KennelCardQuery, 'id'>, options?: ReadOptions): Call<KennelCards> =>
    send(
      {
        operation: 'getKennelCards',
        path: '/animals/kennel-cards',
        query: { ...query, id: [...ids] },
      },
      options,
    ),
})
