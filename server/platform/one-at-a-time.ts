import type { Logger } from './log.ts'

/**
 * Runs `work` once for all callers that arrive while it is idle, and once more for all that arrive while it runs. A
 * failure is logged with the name of the work.
 */
export const oneAtATime = (routine: string, work: () => Promise<void>, log: Logger) => {
  let running: Promise<void> | undefined
  let isWanted = false

  const runWhileWanted = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      try {
        await work()
      } catch (error) {
        log.warn({ routine, err: error }, 'background work failed; it will be retried')
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
