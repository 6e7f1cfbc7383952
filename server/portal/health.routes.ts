import type { FastifyInstance } from 'fastify'
import { ApiError } from '../platform/http/errors.ts'

/** Whether the process lives, and whether it should be sent requests. */
export const healthRoutes = (
  app: FastifyInstance,
  { isReady }: { isReady: () => Promise<boolean> },
): void => {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', hidden, async (_request, reply) => {
    if (!(await isReady())) {
      throw new ApiError('service_unavailable', { headers: { 'retry-after': '1' } })
    }
    return reply.send({ status: 'ready' })
  })
}
