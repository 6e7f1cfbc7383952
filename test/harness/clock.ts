import type { Clock } from '../../server/platform/clock.ts'

/** A clock that stands still until it is moved. */
export type TestClock = Clock & {
  /** Time passes. */
  advance(ms: number): void
  /** Somebody sets the wall clock; no time passes. */
  jump(ms: number): void
}

export const testClock = (startMs = Date.UTC(2026, 10, 20, 12)): TestClock => {
  let wallMs = startMs
  let steadyMs = 1_000
  return {
    nowMs: () => wallMs,
    steadyMs: () => steadyMs,
    advance(ms) {
      wallMs += ms
      steadyMs += ms
    },
    jump(ms) {
      wallMs += ms
    },
  }
}
