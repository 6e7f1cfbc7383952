import type { Socket } from 'node:net'
import { firstOf } from './first-of.ts'

const SAMPLE_MS = 50
/** How many samples in a row must be late: a single one may be caused by one long piece of work. */
const SAMPLES = 2

/** Overloads that are closer together count as one. */
const QUIET_MS = 10_000

/** The state of the event loop as of the latest sample. */
export type Load = {
  /** Whether accepting more clients would only slow down those that are already connected. */
  isOverloaded: boolean
  /** How late the latest sample was. */
  lateMs: number
}

/** Measures how late the event loop is while clients are connected. Beyond `limitMs` it is overloaded. */
export const overloadWatch = ({
  limitMs,
  steadyMs,
  onSample = () => {},
  onOverload = () => {},
}: {
  limitMs: number
  steadyMs: () => number
  /** Called when an overload begins. */
  onOverload?: (lateMs: number) => void
  /** Called for each sample, with its lateness in milliseconds. */
  onSample?: (lateMs: number) => void
}) => {
  const isFirst = firstOf(QUIET_MS, steadyMs)
  const load: Load = { isOverloaded: false, lateMs: 0 }
  let connections = 0
  let dueAtMs = 0
  let lateSamples = 0
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
    load.lateMs = Math.max(0, nowMs - dueAtMs)
    dueAtMs = nowMs + SAMPLE_MS
    onSample(load.lateMs)
    lateSamples = load.lateMs > limitMs ? lateSamples + 1 : 0
    load.isOverloaded = lateSamples >= SAMPLES
    if (load.isOverloaded && isFirst()) onOverload(load.lateMs)
    // Stop sampling, so that an idle process can sleep.
    if (connections === 0 && lateSamples === 0) stop()
  }
  return {
    load: load as Readonly<Load>,
    /** Must be called for each new connection. */
    connected(connection: Pick<Socket, 'once'>): void {
      connections += 1
      if (!timer) start()
      connection.once('close', () => {
        connections -= 1
      })
    },
    stop,
  }
}
