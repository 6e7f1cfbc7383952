import type { Tracing } from '../../platform/telemetry/tracing.ts'
import type { Limiter } from './limiter.ts'

/** The same limiter, each decision that has to be waited for a part of its request's trace. */
export const tracedLimiter = (limiter: Limiter, tracing: Pick<Tracing, 'within'>): Limiter => ({
  take: (subject, policy, cost) =>
    tracing.within('limiter decision', {}, async () => limiter.take(subject, policy, cost)),
  peek: limiter.peek,
})
