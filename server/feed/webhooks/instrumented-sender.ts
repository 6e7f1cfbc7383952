import type { Histogram } from '../../platform/telemetry/histogram.ts'
import type { Tracing } from '../../platform/telemetry/tracing.ts'
import { isSuccess, type Outcome, type Sender } from './sender.ts'

/** How delivery attempts ended. */
type AttemptCounts = Record<'succeeded' | 'refused' | 'unanswered', number>

export type SenderWatch = {
  attempts: AttemptCounts
  /** Seconds. */
  durations: Histogram
  steadyMs: () => number
  tracing: Tracing | undefined
}

/** Adds metrics and traces to a sender. Receivers get no trace context, because they belong to others. */
export const instrumentedSender = (
  send: Sender,
  { attempts, durations, steadyMs, tracing }: SenderWatch,
): Sender => {
  const measured: Sender = async (post) => {
    const startedAtMs = steadyMs()
    const outcome = await send(post)
    durations.observe((steadyMs() - startedAtMs) / 1_000)
    attempts[resultOf(outcome)] += 1
    return outcome
  }
  if (!tracing) return measured
  return (post) => {
    // Only the host: the rest of a URL may be a secret of its receiver.
    const attributes = {
      'http.request.method': 'POST',
      'server.address': new URL(post.url).hostname,
    }
    return tracing.calling('webhook POST', attributes, () => measured(post), describe)
  }
}

const resultOf = (outcome: Outcome): keyof AttemptCounts => {
  if (outcome.statusCode === undefined) return 'unanswered'
  return isSuccess(outcome) ? 'succeeded' : 'refused'
}

const describe = ({ statusCode }: Outcome): Record<string, string | number> => {
  if (statusCode === undefined) return { 'error.type': 'no_answer' }
  const status = { 'http.response.status_code': statusCode }
  return statusCode >= 400 ? { ...status, 'error.type': String(statusCode) } : status
}
