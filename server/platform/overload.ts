import { firstOf } from './first-of.ts'

const SAMPLE_MS = 50
/** Samples in a row that are late before it counts: one may be a single long piece of work. */
const SAMPLES = 2
/** Without a request for so many samples it looks no more, until the next request: an idle process sleeps. */
const IDLE_SAMPLES = 20

/** It comes and goes while there is too much to do: that is one overload. */
const QUIET_MS = 10_000

/** Watches how late the event loop is: past `limitMs`, who comes now would only make those wait who are here already. */
export const overloadWatch = ({
  limitMs,
  steadyMs,
  onSample = () => {},
  onOverload = () => {},
}: {
  limitMs: number
  steadyMs: () => number
  /** Called for the first rejected request of each overload. */
  onOverload?: (lateMs: number) => void
  /** Told of each look at how late it is, in milliseconds. */
  onSample?: (lateMs: number) => void
}) => {
  const isFirst = firstOf(QUIET_MS, steadyMs)
  let dueAtMs = 0
  let lateMs = 0
  let lateSamples = 0
  let idleSamples = 0
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  const start = () => {
    dueAtMs = steadyMs() + SAMPLE_MS
    timer = setInterval(sample, SAMPLE_MS).unref()
  }
  const sample = () => {
    const nowMs = steadyMs()
    lateMs = Math.max(0, nowMs - dueAtMs)
    dueAtMs = nowMs + SAMPLE_MS
    onSample(lateMs)
    lateSamples = lateMs > limitMs ? lateSamples + 1 : 0
    idleSamples += 1
    if (idleSamples >= IDLE_SAMPLES && lateSamples === 0) stop()
  }
  return {
    /** Asked at each request. */
    isOverloaded: (): boolean => {
      idleSamples = 0
      if (!timer) start()
      const isOverloaded = lateSamples >= SAMPLES
      if (isOverloaded && isFirst()) onOverload(lateMs)
      return isOverloaded
    },
    /** The latest sample of the event loop delay, in milliseconds. */
    lateMs: (): number => lateMs,
    stop,
  }
}
