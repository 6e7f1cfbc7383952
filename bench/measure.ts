import { load } from './load.ts'
import { cpuSeconds } from './machine.ts'
import type { Options } from './report.ts'

const CONNECTIONS = 64

/** A server, and the requests that it gets. */
type Contender = { pid: number; port: number; next: () => Buffer }

export type Figures = {
  perSecond: number
  /** CPU time per request of all threads of the server. */
  cpuMicros: number
}

/** Measures all alternately, so that other programs affect all of them, after a warm-up. Returns the medians of the rounds. */
export const measureInTurns = async (
  contenders: readonly Contender[],
  { rounds, seconds }: Options,
): Promise<Figures[]> => {
  for (const contender of contenders) await measure(contender, 2)
  const turns = contenders.map((): Figures[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [place, contender] of contenders.entries()) turns[place]?.push(await measure(contender, seconds))
  return turns.map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMicros: median(all.map(({ cpuMicros }) => cpuMicros)),
  }))
}

const measure = async ({ pid, port, next }: Contender, seconds: number): Promise<Figures> => {
  const usedBefore = cpuSeconds(pid)
  const result = await load({ port, next, connections: CONNECTIONS, seconds })
  return {
    perSecond: result.requests / result.seconds,
    cpuMicros: ((cpuSeconds(pid) - usedBefore) * 1_000_000) / result.requests,
  }
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? Number.NaN) + (sorted[Math.ceil(at)] ?? Number.NaN)) / 2
}
