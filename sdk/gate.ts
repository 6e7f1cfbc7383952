import type { LimitWindow } from './answer.ts'
import type { RateLimitError } from './errors.ts'
import type { Runtime } from './options.ts'

type Options = { runtime: Runtime; maxConcurrent: number; isPacing: boolean }

/** With less than this share of the minute left, pacing begins. */
const PACED_SHARE = 0.5
const MAX_JITTER_MS = 1_000

/**
 * What every request of a client goes through. After a 429 nobody goes on until `Retry-After` has passed: a request
 * before that is a strike, and strikes earn a ban (spec section 8). That only few are under way at once sees to it
 * that those sent before the 429 was read are too few for one.
 */
export const gate = ({ runtime, maxConcurrent, isPacing }: Options) => {
  const { nowMs, sleep, random } = runtime
  const slots = slotsOf(maxConcurrent)
  let refusal: RateLimitError | undefined
  let refusedUntilMs = Number.NEGATIVE_INFINITY
  let opensAtMs = Number.NEGATIVE_INFINITY
  let lastEntryMs = Number.NEGATIVE_INFINITY
  let minute: { limit: number; remaining: number; resetAtMs: number } | undefined

  const waitWhileHeld = async (maxWaitMs: number, signal: AbortSignal) => {
    while (nowMs() < opensAtMs) {
      const refusedMs = refusedUntilMs - nowMs()
      if (refusal && refusedMs > maxWaitMs) throw refusal.after(Math.ceil(refusedMs / 1_000))
      await sleep(opensAtMs - nowMs(), signal)
    }
  }

  /** When the next may go, so that what is left of the minute lasts until its end. */
  const pacedEntryMs = (): number => {
    const now = nowMs()
    if (!isPacing || !minute || now >= minute.resetAtMs) return now
    if (minute.remaining <= 0) return minute.resetAtMs
    if (minute.remaining > minute.limit * PACED_SHARE) return now
    return Math.max(now, lastEntryMs + (minute.resetAtMs - now) / minute.remaining)
  }

  return {
    /** Waits for a turn; what it returns gives the turn back. Throws a refusal that holds for longer than `maxWaitMs`. */
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

    /** Nobody goes on before the refusal ends, and a little later, so that clients do not all come back at once. */
    hold(error: RateLimitError): void {
      const untilMs = nowMs() + error.retryAfterSeconds * 1_000
      if (untilMs <= refusedUntilMs) return
      refusal = error
      refusedUntilMs = untilMs
      opensAtMs = untilMs + random() * MAX_JITTER_MS
    },

    /** Takes note of the limits that an answer tells. */
    learn(windows: readonly LimitWindow[]): void {
      const told = windows.find(({ name }) => name === 'minute')
      if (!told) return
      const { limit = 0, remaining, resetsInSeconds } = told
      const othersUnderWay = Math.max(0, slots.taken() - 1)
      const resetAtMs = nowMs() + resetsInSeconds * 1_000
      minute = { limit, remaining: remaining - othersUnderWay, resetAtMs }
    },

    /** The service says that there are requests left: its limits were raised, say. */
    release(): void {
      refusedUntilMs = Number.NEGATIVE_INFINITY
      opensAtMs = Number.NEGATIVE_INFINITY
    },
  }
}

/** Lets so many in at once, in the order they came. */
const slotsOf = (count: number) => {
  let taken = 0
  const waiting = new Set<() => void>()
  const leave = () => {
    taken -= 1
    const [next] = waiting
    next?.()
  }
  /** A turn is given back once, however often it is said. */
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
