/** The time, passed in so that tests can move it. */
export type Clock = {
  /** Wall time in milliseconds since the Unix epoch: what clients see. It may jump. */
  nowMs(): number
  /** Milliseconds that only ever go forward: what durations are measured with. */
  steadyMs(): number
}

export const systemClock: Clock = {
  nowMs: Date.now,
  steadyMs: performance.now.bind(performance),
}
