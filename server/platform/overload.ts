const SAMPLE_MS = 50
/** Samples in a row that are late before it counts: one may be a single long piece of work. */
const SAMPLES = 2

export type Overload = ReturnType<typeof overloadWatch>

/** Watches how late the event loop is: past `limitMs`, who comes now would only make those wait who are here already. */
export const overloadWatch = ({
  limitMs,
  steadyMs,
  onSample = () => {},
}: {
  limitMs: number
  steadyMs: () => number
  /** Told of each look at how late it is, in milliseconds. */
  onSample?: (lateMs: number) => void
}) => {
  let dueAtMs = steadyMs() + SAMPLE_MS
  let lateMs = 0
  let lateSamples = 0
  const timer = setInterval(() => {
    const nowMs = steadyMs()
    lateMs = Math.max(0, nowMs - dueAtMs)
    dueAtMs = nowMs + SAMPLE_MS
    onSample(lateMs)
    lateSamples = lateMs > limitMs ? lateSamples + 1 : 0
  }, SAMPLE_MS).unref()
  return {
    isOverloaded: (): boolean => lateSamples >= SAMPLES,
    /** How late the event loop was when it was last looked at, in milliseconds. */
    lateMs: (): number => lateMs,
    stop: () => clearInterval(timer),
  }
}
