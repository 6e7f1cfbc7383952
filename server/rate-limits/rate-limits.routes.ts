import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { etagHeader, success } from '../platform/http/responses.ts'
import { showTime } from '../platform/time.ts'
import type { Verdict } from './limiter.ts'
import { RateLimit } from './rate-limit.ts'

export const rateLimitRoutes = (app: FastifyInstance): void => {
  app.addSchema(RateLimit)
  app.get(
    '/rate-limit',
    {
      config: { uncounted: true },
      schema: {
        operationId: 'getRateLimit',
        tags: ['Store'],
        summary: 'Read your limits',
        description:
          'Plan, both windows and any ban. Costs nothing, and answers also while others are refused.',
        'x-stability': 'beta',
        response: {
          200: success('Where the account stands.', Type.Ref('RateLimit#'), etagHeader),
        },
      },
    },
    ({ caller, verdict }, reply) => reply.send(rateLimit(caller as Caller, verdict as Verdict)),
  )
}

const rateLimit = ({ plan }: Caller, { windows, ban }: Verdict): RateLimit => ({
  plan,
  windows: windows.map(({ name, limit, remaining, resetAtMs }) => ({
    name,
    limit,
    remaining,
    resetAt: showTime(resetAtMs),
  })),
  ...(ban && { ban: { until: showTime(ban.untilMs) } }),
})
