/** What `read` told last, for `ms`; asked once for all who want to know meanwhile. A failure is kept as undefined. */
export const keptFor = <T>(
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
