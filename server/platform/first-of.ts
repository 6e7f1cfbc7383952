/** Tells the first of what comes many times in a row: true, and true again once it has been away for `quietMs`. */
export const firstOf = (quietMs: number, steadyMs: () => number): (() => boolean) => {
  let lastAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = steadyMs()
    const isFirst = nowMs - lastAtMs >= quietMs
    lastAtMs = nowMs
    return isFirst
  }
}
