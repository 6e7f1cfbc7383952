import type { ReadOptions } from './options.ts'
import type { Call } from './response.ts'
import type { AdoptionReport, ReportQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls about what has become of animals, in figures. */
export type ReportCalls = ReturnType<typeof reportCalls>

const adoptions = { operation: 'reportAdoptions', path: '/reports/adoptions' } as const

export const reportCalls = (send: Send) => ({
  /**
   * Adoptions, returns and length of stay, by month and species; of the last twelve months if no days are given. Throws
   * `not_owner`, `invalid_parameter`.
   */
  adoptions: (query?: ReportQuery, options?: ReadOptions): Call<AdoptionReport> =>
    send({ ...adoptions, query }, options),

  /** The same by month and species as CSV. Throws like `adoptions`. */
  adoptionsCsv: (query?: ReportQuery, options?: ReadOptions): Call<string> =>
    send({ ...adoptions, query, accept: 'text/csv' }, options),
})
