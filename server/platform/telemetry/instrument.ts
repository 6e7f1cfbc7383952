import type { Attributes, Tracing } from './tracing.ts'

type Options = {
  /** The name of each call's span. */
  name: string
  /** The durations of calls, in seconds. */
  durations?: Pick<Histogram, 'observe'>
  onError?: (error: unknown) => void
  steadyMs: () => number
  tracing: Pick<Tracing, 'within' | 'calling'> | undefined
}

/** The span of a call to another server, which need not belong to a request. */
type Outbound<Result> = { attributes: Attributes; describe: (result: Result) => Attributes }

export type Instrument = <Result>(call: () => Promise<Result>, outbound?: Outbound<Result>) => Promise<Result>

/** Measures calls, and adds them to the trace of their request. Callers do not wait for the measurement. */
export const instrument = ({ name, durations, onError, steadyMs, tracing }: Options): Instrument => {
  const measured = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const startedAtMs = steadyMs()
    const observe = () => durations?.observe((steadyMs() - startedAtMs) / 1_000)
    const outcome = call()
    outcome.then(observe, (error) => {
      observe()
      onError?.(error)
    })
    return outcome
  }
  return (call, outbound) => {
    if (!tracing) return measured(call)
    if (!outbound) return tracing.within(name, {}, () => measured(call))
    return tracing.calling(name, outbound.attributes, () => measured(call), outbound.describe)
  }
}

type HistogramCounts = {
  /** The upper bound of each bucket except the last. */
  bounds: readonly number[]
  /** The number of values in each bucket, including the last one, which has no bound. */
  counts: readonly number[]
  sum: number
}

export type Histogram = { observe(value: number): void; read(): HistogramCounts }

/** In seconds, from a cached response to a database that hangs. */
const DURATION_BOUNDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/** Counts values by size. `observe` allocates nothing, so it can be used on hot paths. */
export const histogram = (bounds: readonly number[] = DURATION_BOUNDS): Histogram => {
  const limits = Float64Array.from(bounds)
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    observe(value) {
      let at = 0
      while (value > (limits[at] ?? Number.POSITIVE_INFINITY)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    read: () => ({ bounds, counts: [...counts], sum }),
  }
}
