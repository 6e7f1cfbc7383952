import type { Histogram } from './histogram.ts'
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

export type Instrument = <Result>(
  call: () => Promise<Result>,
  outbound?: Outbound<Result>,
) => Promise<Result>

/** Measures calls, and adds them to the trace of their request. Callers do not wait for the measurement. */
export const instrument = ({
  name,
  durations,
  onError,
  steadyMs,
  tracing,
}: Options): Instrument => {
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
