import type { Metric } from 'prom-client'
import type { Family } from '../platform/telemetry/family.ts'

export type ReadMetrics = () => Promise<{ contentType: string; text: string }>

/** All metrics in the format of Prometheus. */
export const metricsText = (families: () => Family[]): ReadMetrics => {
  let registry: ReturnType<typeof makeRegistry> | undefined
  return async () => {
    registry ??= makeRegistry(families())
    const { contentType, text } = await registry
    return { contentType, text: await text() }
  }
}

/** Loaded with the first scrape: a program without monitoring starts sooner and is smaller. */
const makeRegistry = async (families: Family[]) => {
  const { Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Sums of others, under the names of counters, which they are not.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
  for (const { name, help, type, read } of families) {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: await read() })
    // All that a registry asks of a metric; its own kinds would have every count made through them.
    registry.registerMetric({ name, get } as unknown as Metric)
  }
  return { contentType: registry.contentType, text: () => registry.metrics() }
}
