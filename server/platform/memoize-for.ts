/**
 * Caches the result of `read` for `ms`, with one call for all concurrent callers. A failure is cached as undefined.
 */
export const memoizeFor = <T>(
  ms: number,
  read: () => Promise<T>,
  steadyMs: () => number,
): (() => Promise<T | undefined>) => {
  let kept: Promise<T | undefined> | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  return () => {
    if (kept && steadyMs() - readAtMs < ms) return kept
    readAtMs = steadyMs()
    kept = read().catch(() => undefined)
    return kept
  }
}
