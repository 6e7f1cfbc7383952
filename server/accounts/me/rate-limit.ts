import { type Static, Type } from 'typebox'
import type { PlanName } from '../../requests/plans/plan.ts'

/** Where a caller stands. */
export const RateLimit = Type.Object(
  {
    plan: Type.Unsafe<PlanName>({ $ref: 'Plan#' }),
    windows: Type.Array(
      Type.Object({
        name: Type.String({ description: '`minute` or `day`.' }),
        limit: Type.Integer({ description: 'Requests allowed in the window.' }),
        remaining: Type.Integer({ description: 'Requests left in it.' }),
        resetAt: Type.String({ format: 'date-time', description: 'When it resets (RFC 3339).' }),
      }),
    ),
    ban: Type.Optional(
      Type.Object(
        { until: Type.String({ format: 'date-time' }) },
        { description: 'Present while this key is banned.' },
      ),
    ),
  },
  { $id: 'RateLimit', description: "The rate limits of the caller's account." },
)
export type RateLimit = Static<typeof RateLimit>
