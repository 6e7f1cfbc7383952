import { systemClock } from '../clock.ts'
import { isLostConnection } from './postgres-faults.ts'

/** How far a transaction is: what fails while it commits may have been done, and must not be done again. */
export type Progress = {
  at: 'connecting' | 'working' | 'committing'
  /** When its client began to wait. */
  sinceMs: number
}

/** For a connection and for each statement: by default a client is answered within 2 s. */
export const DEADLINE_MS = 1_800

export const beginning = (sinceMs = systemClock.steadyMs()): Progress => ({
  at: 'connecting',
  sinceMs,
})

/** Whether it has lost its connection before the commit, and so early that its client has time for another attempt. */
export const isLostEarly = (error: unknown, { at, sinceMs }: Progress): boolean =>
  at === 'working' && systemClock.steadyMs() - sinceMs < DEADLINE_MS / 2 && isLostConnection(error)
