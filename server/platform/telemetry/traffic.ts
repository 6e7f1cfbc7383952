import { counter, type Family, histograms, type Sample } from './family.ts'
import { type Histogram, histogram } from './instrument.ts'

/** The responses of one operation, counted by `pipeline/observer.ts`. */
export type OperationTraffic = {
  readonly name: string
  /** By status. */
  readonly counts: Float64Array
  /** In seconds, without streams, which only their clients end. */
  readonly durations: Histogram
}

export type Traffic = ReturnType<typeof createTraffic>

/** For requests without an operation: unknown paths and methods, and malformed requests. */
export const UNKNOWN = 'unknown'

/** Counts responses by operation and status. We name the operations, not clients, so their number is bounded. */
export const createTraffic = () => {
  const operations = new Map<string, OperationTraffic>()

  const operation = (name: string): OperationTraffic => {
    const known = operations.get(name)
    if (known) return known
    const fresh = { name, counts: new Float64Array(STATUSES), durations: histogram() }
    operations.set(name, fresh)
    return fresh
  }

  const families = (): Family[] => [
    counter('adoption_http_requests_total', 'Responses, by operation and status.', () =>
      [...operations.values()].flatMap(byStatus),
    ),
    histograms(
      'adoption_http_request_duration_seconds',
      'From the head of a request to the end of its response, without event streams.',
      () =>
        [...operations]
          .filter(([, { counts }]) => counts.some((count) => count > 0))
          .map(([name, { durations }]) => [{ operation: name }, durations]),
    ),
  ]

  return { operation, families }
}

const STATUSES = 600

const byStatus = ({ name, counts }: OperationTraffic): Sample[] =>
  [...counts.entries()]
    .filter(([, value]) => value > 0)
    .map(([status, value]) => ({ labels: { operation: name, status: String(status) }, value }))
