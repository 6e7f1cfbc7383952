import { showTime } from '../../platform/time.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import type { Decision } from '../../requests/rate-limits/limiter.ts'
import { RateLimit } from './rate-limit.ts'

export const rateLimitSchemas = [RateLimit]

export const rateLimitOperations: Operation[] = [
  operation({
    id: 'getRateLimit',
    method: 'GET',
    path: '/rate-limit',
    tag: 'Store',
    stability: 'stable',
    summary: 'Check your limits',
    description:
      'Returns your plan, both windows and any ban. Requests are not counted, and work even while others get 429.',
    isFree: true,
    returns: { 200: { description: 'Your limits.', schema: RateLimit } },
    guide: { name: 'limits', about: 'Plans, headers, 429 and bans' },
    example: {
      client: `const { windows } = await store.rateLimit.get()\nconsole.log(windows)`,
    },
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
