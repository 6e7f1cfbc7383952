/**
 * Returns a function that says whether a call begins a new series: true for the first call, and again after `quietMs`
 * without any.
 */
export const firstOf = (quietMs: number, steadyMs: () => number): (() => boolean) => {
  let lastAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = steadyMs()
    const isFirst = nowMs - lastAtMs >= quietMs
    lastAtMs = nowMs
    return isFirst
  }
}
