import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/http/errors.ts'
import type { Readiness } from './readiness.ts'

/** Whether the process lives, and whether it should be sent requests. */
export const healthRoutes = (
  app: FastifyInstance,
  { readiness }: { readiness: () => Promise<Readiness> },
): void => {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', hidden, async (_request, reply) => {
    const status = await readiness()
    if (status === 'unavailable') {
      throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
    }
    return reply.header('cache-control', 'no-store').send({ status })
  })
}
