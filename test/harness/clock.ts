import type { Clock } from '../../server/platform/clock.ts'

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & {
  /** Lets time pass. */
  advance(ms: number): void
  /** Changes the wall clock without letting time pass. */
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
