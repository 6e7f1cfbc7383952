import { constants } from 'node:os'
import { systemClock } from '../../platform/clock.ts'
import { endNow } from '../../platform/end-now.ts'

/**
 * One Ctrl-C arrives more than once: the terminal sends it to every process, and npm and the launcher forward it. A
 * signal this soon after the first one is the same request to stop.
 */
const SAME_REQUEST_MS = 500

/** The process was asked to stop by a signal. */
export class Stopped extends Error {
  readonly signal: NodeJS.Signals
  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`)
    this.name = 'Stopped'
    this.signal = signal
  }
}

/**
 * The first SIGTERM, SIGINT or SIGHUP aborts `stop`, with `Stopped` as the reason. A second SIGTERM or SIGINT ends the
 * process at once. SIGHUP does not: it only means that the terminal or parent process is gone.
 */
export const stopOnSignals = (stop: AbortController): Disposable => {
  let firstAtMs: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    const nowMs = systemClock.steadyMs()
    if (firstAtMs === undefined) {
      firstAtMs = nowMs
      stop.abort(new Stopped(signal))
    } else if (signal !== 'SIGHUP' && nowMs - firstAtMs >= SAME_REQUEST_MS) {
      endNow(exitCodeOf(signal))
    }
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}

/**
 * Runs a command that checks `stopping` between steps and removes incomplete results. A stopped command throws
 * `Stopped`.
 */
export const stoppable = async <T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T> => {
  const stop = new AbortController()
  using _signals = stopOnSignals(stop)
  try {
    return await work(stop.signal)
  } catch (error) {
    // A failure after the signal is caused by it.
    throw stop.signal.aborted ? stop.signal.reason : error
  }
}

/** Waits for work that cannot be interrupted, unless there is a signal to stop. */
export const unlessStopped = async <T>(work: Promise<T>, stopping: AbortSignal): Promise<T> => {
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(stopping.reason)
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop)
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The exit code that a shell reports for a program that was ended by a signal. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]
