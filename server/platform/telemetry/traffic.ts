import { counter, type Family, histograms, type Sample } from './family.ts'
import { histogram } from './histogram.ts'

/** What was answered to the requests of one operation. */
export type OperationTraffic = {
  name: string
  /** Counts an answer that took so long. */
  answered(status: number, durationMs: number): void
  /** Counts an answer whose length says nothing, as of a stream. */
  counted(status: number): void
}

export type Traffic = ReturnType<typeof createTraffic>

/** What no operation answers: unknown paths and methods, and what is no request at all. */
export const UNKNOWN = 'unknown'

/** Answers by operation and status. The names of operations are ours, never the client's: there is an end to them. */
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
    counter('adoption_http_requests_total', 'Requests answered, by operation and status.', () =>
      [...operations.values()].flatMap((each) => each.byStatus()),
    ),
    histograms(
      'adoption_http_request_duration_seconds',
      'From the head of a request to the end of its answer, without event streams.',
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
    answered(status: number, durationMs: number): void {
      counts[status] = (counts[status] ?? 0) + 1
      durations.observe(durationMs / 1_000)
    },
    byStatus: (): Sample[] =>
      [...counts.entries()]
        .filter(([, value]) => value > 0)
        .map(([status, value]) => ({ labels: { operation: name, status: String(status) }, value })),
  }
}
