import { counter, type Family, histograms, type Sample } from './family.ts'
import { histogram } from './histogram.ts'

/** The responses of one operation. */
export type OperationTraffic = {
  name: string
  /** Counts a response and its duration. */
  responded(status: number, durationMs: number): void
  /** Counts a response without its duration, as of a stream. */
  counted(status: number): void
}

export type Traffic = ReturnType<typeof createTraffic>

/** Requests without an operation: unknown paths and methods, and malformed requests. */
export const UNKNOWN = 'unknown'

/** Responses by operation and status. Operations are named by us, never by clients, so their number is bounded. */
export const createTraffic = () => {
  const operations = new Map<string, ReturnType<typeof operationTraffic>>()

  const operation = (name: string): OperationTraffic => {
    const known = operations.get(name)
    if (known) return known
    const fresh = operationTraffic(name)
    operations.set(name, fresh)
    return fresh
  }

  const families = (): Family[] => [
    counter('adoption_http_requests_total', 'Responses, by operation and status.', () =>
      [...operations.values()].flatMap((each) => each.byStatus()),
    ),
    histograms(
      'adoption_http_request_duration_seconds',
      'From the head of a request to the end of its response, without event streams.',
      () =>
        [...operations]
          .filter(([, { isUsed }]) => isUsed())
          .map(([name, { durations }]) => [{ operation: name }, durations]),
    ),
  ]

  return { operation, families }
}

const STATUSES = 600

const operationTraffic = (name: string) => {
  const counts = new Float64Array(STATUSES)
  const durations = histogram()
  return {
    name,
    durations,
    counted(status: number): void {
      counts[status] = (counts[status] ?? 0) + 1
    },
    isUsed: () => counts.some((count) => count > 0),
    responded(status: number, durationMs: number): void {
      counts[status] = (counts[status] ?? 0) + 1
      durations.observe(durationMs / 1_000)
    },
    byStatus: (): Sample[] =>
      [...counts.entries()]
        .filter(([, value]) => value > 0)
        .map(([status, value]) => ({ labels: { operation: name, status: String(status) }, value })),
  }
}
