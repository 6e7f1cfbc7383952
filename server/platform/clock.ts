/** The time, passed in so that tests can move it. */
export type Clock = {
  /** Wall time in milliseconds since the Unix epoch: what clients see. It may jump. */
  nowMs(): number
  /** A monotonic clock in milliseconds, for measuring durations. */
  steadyMs(): number
}

export const systemClock: Clock = {
  nowMs: Date.now,
  steadyMs: performance.now.bind(performance),
}
