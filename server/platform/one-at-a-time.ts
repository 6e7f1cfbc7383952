import type { Logger } from './log.ts'

/**
 * Runs `work` once for all callers that arrive while it is idle, and once more for all that arrive while it runs. A
 * failure is logged.
 */
export const oneAtATime = (work: () => Promise<void>, log: Logger) => {
  let running: Promise<void> | undefined
  let isWanted = false

  const runWhileWanted = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      try {
        await work()
      } catch (error) {
        log.warn({ err: error }, 'background work failed; it will be retried')
      }
    }
    running = undefined
  }

  return {
    /** Resolves after a run that began after this call. */
    run(): Promise<void> {
      isWanted = true
      running ??= runWhileWanted()
      return running
    },
    ended: (): Promise<void> => running ?? Promise.resolve(),
  }
}
