import type { ReadOptions } from './options.ts'
import type { ReportQuery } from './queries.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for reports. */
export type ReportCalls = Resources['reports'] & ReturnType<typeof reportCalls>

export const reportCalls = (send: Send) => ({
  /** Gets the report of `adoptions` as CSV. Throws like `adoptions`. */
  adoptionsCsv: (query?: ReportQuery, options?: ReadOptions): Call<string> =>
    send({ operation: 'reportAdoptions', path: '/reports/adoptions', query, accept: 'text/csv' }, options),
})
