import type { Socket } from 'node:net'
import { firstOf } from './first-of.ts'

const SAMPLE_MS = 50
/** Samples in a row that are late before it counts: one may be a single long piece of work. */
const SAMPLES = 2

/** It comes and goes while there is too much to do: that is one overload. */
const QUIET_MS = 10_000

/** How the event loop does, as of the latest sample. */
export type Load = {
  /** Whether who comes now would only make those wait who are here already. */
  isOverloaded: boolean
  /** Milliseconds. */
  lateMs: number
}

/** Watches how late the event loop is while anybody is connected: past `limitMs` it is overloaded. */
export const overloadWatch = ({
  limitMs,
  steadyMs,
  onSample = () => {},
  onOverload = () => {},
}: {
  limitMs: number
  steadyMs: () => number
  /** Called at the beginning of each overload. */
  onOverload?: (lateMs: number) => void
  /** Told of each look at how late it is, in milliseconds. */
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
    // An idle process sleeps.
    if (connections === 0 && lateSamples === 0) stop()
  }
  return {
    load: load as Readonly<Load>,
    /** Told of each connection. */
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
