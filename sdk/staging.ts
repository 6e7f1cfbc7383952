import type { PostOptions } from './options.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for staging only (docs/guides/staging.md). */
export type StagingCalls = ReturnType<typeof stagingCalls>

export const stagingCalls = (send: Send) => ({
  /**
   * Replaces the account's animals, orders and applications with the sample shelter. Counts as 10 requests. Throws
   * `route_not_found` in production.
   */
  reset: (options?: PostOptions): Call<void> =>
    send({ operation: 'resetStaging', method: 'POST', path: '/reset' }, options),
})
