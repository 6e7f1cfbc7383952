import { startBare } from './bare.ts'
import { load } from './load.ts'
import { cpuSeconds } from './machine.ts'
import type { Options } from './options.ts'
import type { Process } from './process.ts'
import { number, type Report } from './report.ts'
import { getRequest, LIST_PATH } from './request.ts'
import { startService } from './service.ts'
import { withSharedStore } from './shared.ts'

const COUNTS = [1, 2, 4]
/** Until all that share the core are compiled. */
const WARM_UP_SECONDS = 6

type Turn = { count: number; service: Cost; bare: Cost }
type Cost = { cpuMicros: number; perSecond: number; p50Ms: number }

/**
 * What a request costs all replicas together, with more and more of them under the same load; and what it costs as many
 * bare servers, which share nothing: the processes take turns on one core, and each time find its caches cold.
 */
export const measureReplicas = (options: Options, folder: string): Promise<Report> =>
  withSharedStore(async ({ store, key }) => {
    const turns: Turn[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      for (const count of COUNTS) turns.push(await measure(count, { store, key, folder, options }))
    }
    const alone = middle(turns, COUNTS[0])
    return {
      title: `REPLICAS: GET ${LIST_PATH}, PostgreSQL and Redis, ${options.connections} connections over all`,
      table: [
        [
          'replicas',
          'CPU µs/request',
          'against one',
          'p50 ms',
          'bare, CPU µs/request',
          'against one',
        ],
        ...COUNTS.map((count) => row(count, middle(turns, count), alone)),
      ],
      notes: [],
      figures: turns,
    }
  })

type Setting = { store: Record<string, string>; key: string; folder: string; options: Options }

const measure = async (count: number, { store, key, folder, options }: Setting): Promise<Turn> => {
  await using running = new AsyncDisposableStack()
  const replicas: Process[] = []
  const bares: Process[] = []
  while (replicas.length < count) {
    replicas.push(running.use(await startService({ program: 'serve', store })))
  }
  while (bares.length < count) {
    bares.push(running.use(await startBare(replicas[0]?.port ?? 0, key, folder)))
  }
  const service = await cost(replicas, key, options)
  const bare = await cost(bares, key, options)
  return { count, service, bare }
}

/** Of all together, as long as the load is on them. */
const cost = async (servers: Process[], key: string, options: Options): Promise<Cost> => {
  const request = getRequest(LIST_PATH, key)
  const connections = options.connections / servers.length
  const run = (seconds: number) =>
    Promise.all(
      servers.map(({ port }) => load({ port, next: () => request, connections, seconds })),
    )
  await run(WARM_UP_SECONDS * servers.length)
  const used = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const before = used()
  const results = await run(options.seconds)
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  return {
    cpuMicros: ((used() - before) * 1_000_000) / requests,
    perSecond: requests / options.seconds,
    p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
  }
}

type Middle = { cpuMicros: number; p50Ms: number; bareMicros: number }

const middle = (turns: Turn[], count: number | undefined): Middle => {
  const of = turns.filter((turn) => turn.count === count)
  return {
    cpuMicros: median(of.map(({ service }) => service.cpuMicros)),
    p50Ms: median(of.map(({ service }) => service.p50Ms)),
    bareMicros: median(of.map(({ bare }) => bare.cpuMicros)),
  }
}

const row = (count: number, { cpuMicros, p50Ms, bareMicros }: Middle, alone: Middle): string[] => [
  String(count),
  number(cpuMicros, 1),
  number(cpuMicros / alone.cpuMicros, 2),
  number(p50Ms, 2),
  number(bareMicros, 1),
  number(bareMicros / alone.bareMicros, 2),
]

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
