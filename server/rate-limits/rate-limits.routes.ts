import { type Operation, operation } from '../api/operation.ts'
import { resource } from '../api/reply.ts'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { showTime } from '../platform/time.ts'
import type { Decision } from './limiter.ts'
import { RateLimit } from './rate-limit.ts'

export const rateLimitSchemas = [RateLimit]

export const rateLimitOperations: Operation[] = [
  operation({
    id: 'getRateLimit',
    method: 'GET',
    path: '/rate-limit',
    tag: 'Store',
    stability: 'beta',
    summary: 'Read your limits',
    description:
      'Plan, both windows and any ban. Costs nothing, and answers also while others are refused.',
    isFree: true,
    returns: { 200: { description: 'Where the account stands.', schema: RateLimit } },
    handle: ({ caller, decision }) => resource(rateLimit(caller, decision)),
  }),
]

const rateLimit = ({ plan }: Caller, { windows, ban }: Decision): RateLimit => ({
  plan,
  windows: windows.map(({ name, limit, remaining, resetAtMs }) => ({
    name,
    limit,
    remaining,
    resetAt: showTime(resetAtMs),
  })),
  ...(ban && { ban: { until: showTime(ban.untilMs) } }),
})
