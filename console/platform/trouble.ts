import {
  ApiError,
  BannedError,
  ConnectionError,
  isApiError,
  RateLimitError,
  TimeoutError,
} from '@adoption-store/client'
import { signal } from './signal.ts'

/** A problem that affects every request for a while. */
export type Trouble =
  | { kind: 'limited'; untilMs: number; window: 'minute' | 'day' }
  | { kind: 'banned'; untilMs: number }
  | { kind: 'unreachable' }

const trouble = signal<Trouble | undefined>(undefined)

export const useTrouble = trouble.use
export const isTroubled = (): boolean => trouble.get() !== undefined
export const endTrouble = (): void => trouble.set(undefined)

/** Calls the listener when requests work again. Returns a function that unsubscribes. */
export const onTroubleEnd = (listener: () => void): (() => void) =>
  trouble.subscribe(() => {
    if (!isTroubled()) listener()
  })

/** Records an error that affects every request. Returns whether it is one. */
export const reportTrouble = (error: unknown): boolean => {
  const next = troubleOf(error)
  // With concurrent requests, the response of one that only exceeded the limit may arrive after the ban.
  if (next && !(next.kind === 'limited' && trouble.get()?.kind === 'banned')) trouble.set(next)
  return next !== undefined
}

/** Records a ban before any request was rejected for it. */
export const reportBan = (until: string): void => trouble.set({ kind: 'banned', untilMs: Date.parse(until) })

/** Whether an error affects every request, so that loading content just keeps waiting. */
export const isTrouble = (error: unknown): boolean => troubleOf(error) !== undefined

const troubleOf = (error: unknown): Trouble | undefined => {
  if (error instanceof BannedError) return { kind: 'banned', untilMs: error.until.getTime() }
  if (error instanceof RateLimitError) {
    const untilMs = Date.now() + error.retryAfterSeconds * 1_000
    const window = error.code === 'daily_quota_exceeded' ? 'day' : 'minute'
    return { kind: 'limited', untilMs, window }
  }
  // A read-only store can still be read.
  const isReadOnly = isApiError(error, 'read_only')
  const isDown = !isReadOnly && error instanceof ApiError && [502, 503, 504].includes(error.status)
  if (isDown || error instanceof ConnectionError || error instanceof TimeoutError) {
    return { kind: 'unreachable' }
  }
  return undefined
}
