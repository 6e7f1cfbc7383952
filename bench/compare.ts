import { type LoadResult, load } from './load.ts'
import { cpuSeconds, crowdedSeconds } from './machine.ts'

/** A server, and the requests that it gets. */
export type Contender = { name: string; pid: number; port: number; next: () => Buffer }

/** The figures of one contender: medians over the rounds. */
export type Figures = {
  name: string
  perSecond: number
  /** CPU time per request of all threads of the server. */
  cpuMicros: number
  /** The share of time in which the server was idle. Near 0, the server was the bottleneck. */
  serverIdle: number
  /** The share of time in which other programs used the server's core. */
  crowded: number
  loadBusy: number
  p50Ms: number
  p99Ms: number
}

export type Spread = { median: number; min: number; max: number }

export type Comparison = {
  ours: Figures
  yardstick: Figures
  /** Our figure divided by the baseline's, for each round. */
  perSecond: Spread
  cpuMicros: Spread
  p50Ms: Spread
}

type Rounds = { rounds: number; seconds: number; connections: number }

/** Measures both alternately, so that other programs affect both, and compares within each round. */
export const compare = async (
  ours: Contender,
  yardstick: Contender,
  { rounds, seconds, connections }: Rounds,
): Promise<Comparison> => {
  // Warm up both.
  for (const contender of [ours, yardstick]) await measure(contender, { seconds: 2, connections })
  const turns: { ours: Figures; yardstick: Figures }[] = []
  for (let round = 0; round < rounds; round += 1) {
    turns.push({
      ours: await measure(ours, { seconds, connections }),
      yardstick: await measure(yardstick, { seconds, connections }),
    })
  }
  const ratio = (figure: 'perSecond' | 'cpuMicros' | 'p50Ms') =>
    spread(turns.map((turn) => turn.ours[figure] / turn.yardstick[figure]))
  return {
    ours: middle(turns.map((turn) => turn.ours)),
    yardstick: middle(turns.map((turn) => turn.yardstick)),
    perSecond: ratio('perSecond'),
    cpuMicros: ratio('cpuMicros'),
    p50Ms: ratio('p50Ms'),
  }
}

/** Measures several alternately, so that other programs affect all of them. Returns the medians. */
export const measureInTurns = async (
  contenders: readonly Contender[],
  { rounds, seconds, connections }: Rounds,
): Promise<Figures[]> => {
  // Warm up all.
  for (const contender of contenders) await measure(contender, { seconds: 2, connections })
  const turns = contenders.map((): Figures[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, contender] of contenders.entries())
      turns[place]?.push(await measure(contender, { seconds, connections }))
  }
  return turns.map(middle)
}

export const spread = (values: number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place] ?? Number.NaN
  const half = sorted.length / 2
  const median = half % 1 ? at(Math.floor(half)) : (at(half - 1) + at(half)) / 2
  return { median, min: at(0), max: at(sorted.length - 1) }
}

const measure = async (
  { name, pid, port, next }: Contender,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Figures> => {
  const before = { used: cpuSeconds(pid), crowded: crowdedSeconds(pid) }
  const result: LoadResult = await load({ port, next, connections, seconds })
  const used = cpuSeconds(pid) - before.used
  const crowded = (crowdedSeconds(pid) - before.crowded) / result.seconds
  return {
    name,
    perSecond: result.requests / result.seconds,
    cpuMicros: (used * 1_000_000) / result.requests,
    serverIdle: Math.max(0, 1 - used / result.seconds - crowded),
    crowded,
    loadBusy: result.loadBusy,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
  }
}

const middle = (all: Figures[]): Figures => {
  const median = (figure: Exclude<keyof Figures, 'name'>) =>
    spread(all.map((figures) => figures[figure])).median
  return {
    name: all[0]?.name ?? '',
    perSecond: median('perSecond'),
    cpuMicros: median('cpuMicros'),
    serverIdle: median('serverIdle'),
    crowded: median('crowded'),
    loadBusy: median('loadBusy'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
  }
}
