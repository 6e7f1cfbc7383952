import type { ReadOptions } from './options.ts'
import type { Call } from './response.ts'
import type { AdoptionReport, ReportQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for reports. */
export type ReportCalls = ReturnType<typeof reportCalls>

const adoptions = { operation: 'reportAdoptions', path: '/reports/adoptions' } as const

export const reportCalls = (send: Send) => ({
  /**
   * Gets adoptions, returns and length of stay by month and species. Default: the last twelve months. Throws
   * `not_owner`, `invalid_parameter`.
   */
  adoptions: (query?: ReportQuery, options?: ReadOptions): Call<AdoptionReport> =>
    send({ ...adoptions, query }, options),

  /** Gets the same report as CSV. Throws like `adoptions`. */
  adoptionsCsv: (query?: ReportQuery, options?: ReadOptions): Call<string> =>
    send({ ...adoptions, query, accept: 'text/csv' }, options),
})
