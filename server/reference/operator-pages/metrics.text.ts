import type { Metric } from '@prometheus-io/client'
import type { Family } from '../../platform/telemetry/family.ts'

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

const UNWANTED = [
  // Sums of others, under the names of counters, which they are not.
  ...['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`),
  // They are sampled on a timer; `adoption_event_loop_late_seconds` needs none.
  ...['summary', 'histogram'].map((kind) => `nodejs_eventloop_utilization_${kind}`),
]
/** The longest interval of a timer: removing these metrics does not end theirs. */
const NEVER_MS = 2 ** 31 - 1

/** Loaded with the first scrape: a program without monitoring starts sooner and is smaller. */
const makeRegistry = async (families: Family[]) => {
  const { Registry, collectDefaultMetrics } = await import('@prometheus-io/client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: NEVER_MS })
  for (const name of UNWANTED) registry.removeSingleMetric(name)
  for (const { name, help, type, read } of families) {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: await read() })
    // All that a registry asks of a metric; its own kinds would have every count made through them.
    registry.registerMetric({ name, get } as unknown as Metric)
  }
  return { contentType: registry.contentType, text: () => registry.metrics() }
}
