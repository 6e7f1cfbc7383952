import type { Logger } from './log.ts'

type Options = {
  /** For the log. */
  routine: string
  log: Logger
  /** How long the first run waits; by default as long as the others. */
  firstMs?: number | undefined
  stopping: AbortSignal
  /** Failures that are logged elsewhere. */
  isExpected?: (error: unknown) => boolean
}

/**
 * Runs `work` repeatedly, `ms` after the previous run ended. A failure is logged and does not stop later runs. Returns
 * a function that stops the repetition and waits for a run that is in progress.
 */
export const every = (
  ms: number,
  work: (stopping: AbortSignal) => unknown,
  { routine, log, firstMs = ms, stopping, isExpected = () => false }: Options,
): (() => Promise<void>) => {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    try {
      await work(stopping)
    } catch (error) {
      if (!isExpected(error)) log.warn({ routine, err: error }, 'background work failed; it will be retried')
    }
    schedule(ms)
  }
  const schedule = (waitMs: number) => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, waitMs).unref()
  }
  schedule(firstMs)
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
