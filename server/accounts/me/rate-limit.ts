import { type Static, Type } from 'typebox'
import { MAX_LIMIT, type PlanName } from '../../requests/plans/plan.ts'

/** The rate limits of a caller. */
export const RateLimit = Type.Object(
  {
    plan: Type.Unsafe<PlanName>({ $ref: 'Plan#' }),
    windows: Type.Array(
      Type.Object({
        name: Type.String({ description: '`minute` or `day`.' }),
        limit: Type.Integer({ maximum: MAX_LIMIT, description: 'Requests allowed in the window.' }),
        remaining: Type.Integer({ maximum: MAX_LIMIT, description: 'Requests left in it.' }),
        resetAt: Type.String({ format: 'date-time', description: 'When it resets (RFC 3339).' }),
      }),
      { maxItems: 2 },
    ),
    ban: Type.Optional(
      Type.Object(
        { until: Type.String({ format: 'date-time' }) },
        { description: 'Present while this key is banned.' },
      ),
    ),
  },
  {
    $id: 'RateLimit',
    description: "The rate limits of the caller's account.",
    examples: [
      {
        plan: 'free',
        windows: [
          { name: 'minute', limit: 60, remaining: 59, resetAt: '2026-11-20T09:31:00.000Z' },
          { name: 'day', limit: 1_000, remaining: 940, resetAt: '2026-11-21T09:30:00.000Z' },
        ],
      },
    ],
  },
)
export type RateLimit = Static<typeof RateLimit>
