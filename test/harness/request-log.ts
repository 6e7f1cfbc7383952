import type { TestApp } from './app.ts'

/** Ends the current second, whose requests wait until it is over, and writes them to the request log. */
export const flushRequestLog = async ({ clock, service }: TestApp): Promise<void> => {
  clock.advance(1_000)
  await service.runRoutine('requestLog.flush')
}
