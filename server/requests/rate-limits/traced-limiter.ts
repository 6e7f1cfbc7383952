import type { Tracing } from '../../platform/telemetry/tracing.ts'
import type { Limiter } from './limiter.ts'

/** Adds decisions that must be waited for to the trace of their request. */
export const tracedLimiter = (limiter: Limiter, tracing: Pick<Tracing, 'within'>): Limiter => ({
  take: (subject, policy, cost) =>
    tracing.within('limiter decision', {}, async () => limiter.take(subject, policy, cost)),
  peek: limiter.peek,
})
