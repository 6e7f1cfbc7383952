import type { CallOptions, PostOptions, ReadOptions } from './options.ts'
import type { Call } from './response.ts'
import type { Sample } from './schemas.ts'
import type { Send } from './transport.ts'

/** The sample shelter of the account (docs/guides/staging.md). */
export type SampleCalls = ReturnType<typeof sampleCalls>

export const sampleCalls = (send: Send) => ({
  /** Gets whether the account has the sample shelter. */
  get: (options?: ReadOptions): Call<Sample> => send({ operation: 'getSample', path: '/sample' }, options),

  /**
   * Adds the sample shelter to an account without animals; `get` shows the progress. Adds nothing twice. Counts as 10
   * requests. Throws `account_has_animals`, `sample_under_way`.
   */
  add: (options?: PostOptions): Call<Sample> =>
    send({ operation: 'addSample', method: 'POST', path: '/sample' }, options),

  /** Removes the sample shelter, except for animals that somebody has changed. Counts as 10 requests. */
  remove: (options?: CallOptions): Call<Sample> =>
    send({ operation: 'removeSample', method: 'DELETE', path: '/sample' }, options),
})
