import type { Logger } from './log.ts'

type Options = {
  log: Logger
  stopping: AbortSignal
  /** Failures that the log reports elsewhere. */
  isExpected?: (error: unknown) => boolean
}

/**
 * Runs `work` again and again, `ms` after its last end; a failure is logged and the next run comes all the same.
 * Returns what stops it, and waits for a run that is under way.
 */
export const every = (
  ms: number,
  work: (stopping: AbortSignal) => unknown,
  { log, stopping, isExpected = () => false }: Options,
): (() => Promise<void>) => {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    try {
      await work(stopping)
    } catch (error) {
      if (!isExpected(error)) log.warn({ err: error }, 'background work failed; it is tried again')
    }
    schedule()
  }
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, ms).unref()
  }
  schedule()
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
