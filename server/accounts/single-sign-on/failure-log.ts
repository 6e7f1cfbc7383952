import type { Clock } from '../../platform/clock.ts'
import { outboundReason } from '../../platform/http/outbound.ts'
import type { Logger } from '../../platform/log.ts'

/** Anybody can make sign-ins fail, so the log has at most one line a minute. */
const QUIET_MS = 60_000

type Deps = { issuer: string; clock: Pick<Clock, 'steadyMs'>; log: Pick<Logger, 'warn'> }

/**
 * Logs why sign-ins at the provider fail, but never what the provider sent, as that contains
 * tokens.
 */
export const failureLog = ({ issuer, clock, log }: Deps) => {
  let quietUntilMs = Number.NEGATIVE_INFINITY
  let unlogged = 0

  return (error: unknown): void => {
    const nowMs = clock.steadyMs()
    if (nowMs < quietUntilMs) {
      unlogged += 1
      return
    }
    const { message, cause } = error as Error
    const { name, code, message: reason } = (cause ?? {}) as Error & { code?: unknown }
    const earlier = unlogged > 0 ? { unlogged } : {}
    log.warn({ issuer, reason: outboundReason(cause) ?? reason, name, code, ...earlier }, `single sign-on: ${message}`)
    quietUntilMs = nowMs + QUIET_MS
    unlogged = 0
  }
}
