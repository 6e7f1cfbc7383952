import type { RateLimitError } from './errors.ts'
import type { Runtime } from './options.ts'
import type { LimitWindow } from './response.ts'

/** The gate of a client. Clients with the same key can share one. */
export type Gate = ReturnType<typeof gate>

type Options = { runtime: Runtime; maxConcurrent: number; isPacing: boolean }

/** Pacing starts when less than this share of the minute is left. */
const PACED_SHARE = 0.5
const MAX_JITTER_MS = 1_000

/**
 * Controls all requests of a client. After a 429, no request is sent until `Retry-After` has passed: an earlier one is
 * a strike, and strikes lead to a ban (docs/guides/limits.md). It limits concurrency, so the requests sent before the
 * 429 was read are too few for a ban.
 */
export const gate = ({ runtime, maxConcurrent, isPacing }: Options) => {
  const { nowMs, sleep, random } = runtime
  const slots = slotsOf(maxConcurrent)
  let rejection: RateLimitError | undefined
  let limitedUntilMs = Number.NEGATIVE_INFINITY
  let opensAtMs = Number.NEGATIVE_INFINITY
  let lastEntryMs = Number.NEGATIVE_INFINITY
  let minute: { limit: number; remaining: number; resetAtMs: number } | undefined

  const waitWhileHeld = async (maxWaitMs: number, signal: AbortSignal) => {
    while (nowMs() < opensAtMs) {
      const limitedMs = limitedUntilMs - nowMs()
      if (rejection && limitedMs > maxWaitMs) throw rejection.after(Math.ceil(limitedMs / 1_000))
      await sleep(opensAtMs - nowMs(), signal)
    }
  }

  /** Returns the time of the next request, so that the requests left last until the end of the minute. */
  const pacedEntryMs = (): number => {
    const now = nowMs()
    if (!isPacing || !minute || now >= minute.resetAtMs) return now
    if (minute.remaining <= 0) return minute.resetAtMs
    if (minute.remaining > minute.limit * PACED_SHARE) return now
    return Math.max(now, lastEntryMs + (minute.resetAtMs - now) / minute.remaining)
  }

  return {
    /**
     * Waits for a turn, and returns a function that releases it. Throws an error if the limit holds for longer than
     * `maxWaitMs`.
     */
    async enter(maxWaitMs: number, signal: AbortSignal): Promise<() => void> {
      const leave = await slots.take(signal)
      try {
        await waitWhileHeld(maxWaitMs, signal)
        const entryMs = pacedEntryMs()
        lastEntryMs = entryMs
        if (minute) minute.remaining -= 1
        if (entryMs > nowMs()) {
          await sleep(entryMs - nowMs(), signal)
          await waitWhileHeld(maxWaitMs, signal)
        }
        return leave
      } catch (error) {
        leave()
        throw error
      }
    },

    /**
     * Sends no request before the limit resets, and waits a little longer at random, so that clients do not all return
     * at once.
     */
    hold(error: RateLimitError): void {
      const untilMs = nowMs() + error.retryAfterSeconds * 1_000
      if (untilMs <= limitedUntilMs) return
      rejection = error
      limitedUntilMs = untilMs
      opensAtMs = untilMs + random() * MAX_JITTER_MS
    },

    /** Records the limits in a response. */
    learn(windows: readonly LimitWindow[]): void {
      const shown = windows.find(({ name }) => name === 'minute')
      if (!shown) return
      const { limit = 0, remaining, resetsInSeconds } = shown
      const othersUnderWay = Math.max(0, slots.taken() - 1)
      const resetAtMs = nowMs() + resetsInSeconds * 1_000
      minute = { limit, remaining: remaining - othersUnderWay, resetAtMs }
    },

    /** The service reports that requests are left, for example because the limits were raised. */
    release(): void {
      limitedUntilMs = Number.NEGATIVE_INFINITY
      opensAtMs = Number.NEGATIVE_INFINITY
    },
  }
}

/** Admits this many callers at a time, in the order they arrived. */
const slotsOf = (count: number) => {
  let taken = 0
  const waiting = new Set<() => void>()
  const leave = () => {
    taken -= 1
    const [next] = waiting
    next?.()
  }
  /** A turn is released once, even if the function is called again. */
  const turn = () => {
    taken += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      leave()
    }
  }
  return {
    taken: () => taken,
    take: (signal: AbortSignal): Promise<() => void> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (taken < count) return resolve(turn())
        const abort = () => {
          waiting.delete(go)
          reject(signal.reason)
        }
        const go = () => {
          waiting.delete(go)
          signal.removeEventListener('abort', abort)
          resolve(turn())
        }
        waiting.add(go)
        signal.addEventListener('abort', abort, { once: true })
      }),
  }
}
