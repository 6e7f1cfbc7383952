import {
  ApiError,
  BannedError,
  ConnectionError,
  RateLimitError,
  TimeoutError,
} from '@adoption-store/client'
import { signal } from './signal.ts'

/** What stands in the way of every call, and passes by itself. */
export type Trouble =
  | { kind: 'limited'; untilMs: number; window: 'minute' | 'day' }
  | { kind: 'banned'; untilMs: number }
  | { kind: 'unreachable' }

const trouble = signal<Trouble | undefined>(undefined)

export const useTrouble = trouble.use
export const isTroubled = (): boolean => trouble.get() !== undefined
export const endTrouble = (): void => trouble.set(undefined)

/** Takes note of an error that is no fault of the one call that met it. Returns whether it is one. */
export const reportTrouble = (error: unknown): boolean => {
  const next = troubleOf(error)
  if (next) trouble.set(next)
  return next !== undefined
}

/** Whether an error is no fault of the call that met it: what waits for an answer just goes on waiting. */
export const isTrouble = (error: unknown): boolean => troubleOf(error) !== undefined

const troubleOf = (error: unknown): Trouble | undefined => {
  if (error instanceof BannedError) return { kind: 'banned', untilMs: error.until.getTime() }
  if (error instanceof RateLimitError) {
    const untilMs = Date.now() + error.retryAfterSeconds * 1_000
    const window = error.code === 'daily_quota_exceeded' ? 'day' : 'minute'
    return { kind: 'limited', untilMs, window }
  }
  const isDown = error instanceof ApiError && [502, 503, 504].includes(error.status)
  if (isDown || error instanceof ConnectionError || error instanceof TimeoutError) {
    return { kind: 'unreachable' }
  }
  return undefined
}
