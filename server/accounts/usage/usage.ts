import { type Static, Type } from 'typebox'
import { DAY_MS } from '../../platform/durations.ts'
import { showDay } from '../../platform/time.ts'

/** The requests of an account on one day. */
export const UsageDay = Type.Object(
  {
    date: Type.String({
      format: 'date',
      description: 'The day, in UTC.',
      examples: ['2026-11-20'],
    }),
    requests: Type.Integer({
      minimum: 0,
      description: 'Requests counted against its limits, whatever the response. A batch of n animals counts as n/10.',
    }),
    refused: Type.Integer({
      minimum: 0,
      description: 'Requests rejected with 429, not included in `requests`.',
    }),
  },
  {
    $id: 'UsageDay',
    description: 'Requests of an account on one day.',
    examples: [{ date: '2026-11-20', requests: 1_280, refused: 3 }],
  },
)
export type UsageDay = Static<typeof UsageDay>

export type Counts = { requests: number; refused: number }

/** The maximum number of days. */
export const MAX_DAYS = 90
/** The default number of days listed. */
export const DEFAULT_DAYS = 30

/** Days since the Unix epoch, in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** `2026-11-20` */
export const dateOf = showDay
