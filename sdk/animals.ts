import type { Int64 } from './exact-json.ts'
import type { KennelCards } from './openapi.gen.ts'
import type { ReadOptions } from './options.ts'
import type { KennelCardQuery } from './queries.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for all animals of an account: published, drafts, and animals without a profile. */
export type AnimalCalls = Resources['animals'] & ReturnType<typeof animalCalls>

export const animalCalls = (send: Send) => ({
  /** Kennel cards of up to 50 of your animals as one HTML file to print. */
  kennelCards: (ids: readonly Int64[], query?: Omit<KennelCardQuery, 'id'>, options?: ReadOptions): Call<KennelCards> =>
    send({ operation: 'getKennelCards', path: '/animals/kennel-cards', query: { ...query, id: [...ids] } }, options),
})
