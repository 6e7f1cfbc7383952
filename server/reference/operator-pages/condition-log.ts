import type { Logger } from '../../platform/log.ts'
import type { Condition } from './readiness.ts'

/** Writes a line for each condition that has begun or ended since the last call. */
export const conditionLog = (conditions: readonly Condition[], log: Pick<Logger, 'info' | 'warn'>): (() => void) => {
  const logged = new Set<string>()
  return () => {
    for (const { reason, meaning, isTrue, fault, stops } of conditions) {
      const isNow = isTrue()
      if (isNow === logged.has(reason)) continue
      if (isNow) {
        logged.add(reason)
        log.warn({ reason, cause: fault?.() }, `${stateOf(stops)}: ${meaning}`)
      } else {
        logged.delete(reason)
        log.info({ reason }, `no longer ${stateOf(stops)}: ${meaning}`)
      }
    }
  }
}

const stateOf = (stops: Condition['stops']) => (stops === 'everything' ? 'not ready' : 'degraded')
