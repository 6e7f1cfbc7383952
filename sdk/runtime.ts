import { TimeoutError } from './errors.ts'
import type { Runtime } from './options.ts'

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const realRuntime: Runtime = {
  nowMs: () => performance.now(),
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const end = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', end)
          resolve()
        },
        Math.min(ms, MAX_TIMER_MS),
      )
      signal?.addEventListener('abort', end, { once: true })
    }),
}

/** Returns a signal that is aborted with its parent, or with a {@link TimeoutError} after `ms`. */
export const within = (ms: number | undefined, what: string, parent?: AbortSignal) => {
  const controller = new AbortController()
  const abortWithParent = () => controller.abort(parent?.reason)
  if (parent?.aborted) abortWithParent()
  parent?.addEventListener('abort', abortWithParent, { once: true })
  const timer =
    ms !== undefined && ms <= MAX_TIMER_MS
      ? setTimeout(() => controller.abort(new TimeoutError(`${what} took over ${ms} ms`)), ms)
      : undefined
  const stopTimer = () => clearTimeout(timer)
  const release = () => {
    stopTimer()
    parent?.removeEventListener('abort', abortWithParent)
  }
  return {
    signal: controller.signal,
    /** Cancels the timeout. The signal is then aborted only with its parent. */
    stopTimer,
    /** Detaches the signal: nothing aborts it any more. */
    release,
    abort() {
      release()
      controller.abort()
    },
  }
}

const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 4_000

/**
 * The delay doubles each time, and is a random value between half and all of it, so that clients do not return
 * together.
 */
export const backoffMs = (failures: number, random: () => number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures) * (0.5 + random() / 2)

/**
 * Generates a value that must be unique but not secret: `randomUUID` is missing in Node.js 18 and on pages without TLS.
 */
export const uniqueId = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16))
