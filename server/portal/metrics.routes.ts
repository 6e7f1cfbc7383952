import type { FastifyInstance } from 'fastify'

/** What the gauges show, asked at each scrape. */
export type Gauges = {
  /** Whether Redis decides about limits; true also where there is none to ask. */
  isLimiterShared: () => boolean
  isStoreAlive: () => Promise<boolean>
  isOverloaded: () => boolean
  /** How late the event loop is, in milliseconds. */
  lateMs: () => number
}

/** `/metrics` in the format of Prometheus. */
export const metricsRoutes = (app: FastifyInstance, { gauges }: { gauges: Gauges }): void => {
  let registry: ReturnType<typeof makeRegistry> | undefined
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    registry ??= makeRegistry(gauges)
    const { contentType, metrics } = await registry
    return reply.header('content-type', contentType).send(await metrics())
  })
}

/** Loaded with the first scrape: a program that nobody watches starts sooner and smaller without it. */
const makeRegistry = async (gauges: Gauges) => {
  const { Gauge, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge(
    'adoption_limiter_shared',
    '1 while limits are decided by Redis, 0 while by this process alone.',
    () => Number(gauges.isLimiterShared()),
  )
  gauge('adoption_store_up', '1 while the store answers.', async () =>
    Number(await gauges.isStoreAlive()),
  )
  gauge('adoption_overloaded', '1 while new requests are refused with 503.', () =>
    Number(gauges.isOverloaded()),
  )
  gauge(
    'adoption_event_loop_late_seconds',
    'How late the event loop was last.',
    () => gauges.lateMs() / 1_000,
  )
  return { contentType: registry.contentType, metrics: () => registry.metrics() }
}
