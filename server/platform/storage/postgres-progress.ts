import { systemClock } from '../clock.ts'
import { isLostConnection } from './postgres-faults.ts'

/** The progress of a transaction: one that failed during its commit may have been done, and must not run again. */
export type Progress = {
  at: 'connecting' | 'working' | 'committing'
  /** When the client began to wait. */
  sinceMs: number
}

/** For connecting and for each statement: by default clients get a response within 2 s. */
export const DEADLINE_MS = 1_800

export const beginning = (sinceMs = systemClock.steadyMs()): Progress => ({
  at: 'connecting',
  sinceMs,
})

/** Whether the connection was lost before the commit, early enough for another attempt. */
export const isLostEarly = (error: unknown, { at, sinceMs }: Progress): boolean =>
  at === 'working' && systemClock.steadyMs() - sinceMs < DEADLINE_MS / 2 && isLostConnection(error)
