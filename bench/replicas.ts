import { startBare } from './bare.ts'
import { spread } from './compare.ts'
import { load } from './load.ts'
import { cpuSeconds, onServerCore } from './machine.ts'
import type { Options } from './options.ts'
import type { Process } from './process.ts'
import { number, type Report } from './report.ts'
import { getRequest, LIST_PATH } from './request.ts'
import { startService } from './service.ts'
import { withSharedStore } from './shared.ts'
import { works } from './work.ts'

const COUNT = 2
/** Until all of them are compiled. */
const WARM_UP_SECONDS = 6

const list = { name: LIST_PATH, next: (key: string) => () => getRequest(LIST_PATH, key) }
const mixed = works.filter(({ name }) => /new animals$/.test(name))

type Cost = { cpuMicros: number; perSecond: number; p50Ms: number }
type Turn = { work: string; alone: Cost; together: Cost }
type Next = () => Buffer

/**
 * What a request costs two replicas together, each on a core of its own, and what it costs one of them that has the same
 * connections for itself; and the same of bare servers, which share nothing: the second core is also that of the load.
 */
export const measureReplicas = (options: Options, folder: string): Promise<Report> =>
  withSharedStore(async ({ store, key }) => {
    await using running = new AsyncDisposableStack()
    const replicas: Process[] = []
    const bares: Process[] = []
    for (let at = 0; at < COUNT; at += 1) {
      const prefix = onServerCore(at)
      const replica = await startService({ program: 'serve', store, prefix })
      replicas.push(running.use(replica))
      bares.push(running.use(await startBare(replica.port, key, folder, prefix)))
    }
    const turns: Turn[] = []
    const measure = async (work: string, servers: Process[], next: Next): Promise<void> => {
      await cost(servers, next, { ...options, seconds: WARM_UP_SECONDS })
      for (let round = 0; round < options.rounds; round += 1) {
        const alone = await cost(servers.slice(0, 1), next, options)
        turns.push({ work, alone, together: await cost(servers, next, options) })
      }
    }
    for (const { name, next } of [list, ...mixed]) await measure(name, replicas, next(key))
    await measure('bare node:http', bares, list.next(key))
    return {
      title: `REPLICAS: one and two of them, a core each, PostgreSQL and Redis, ${options.connections} connections over all`,
      table: [
        heading,
        ...Map.groupBy(turns, ({ work }) => work)
          .values()
          .map(row),
      ],
      notes: [],
      figures: turns,
    }
  })

/** Of all together, as long as the load is on them. */
const cost = async (servers: Process[], next: Next, { seconds, ...options }: Options) => {
  const connections = options.connections / servers.length
  const used = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const before = used()
  const results = await Promise.all(
    servers.map(({ port }) => load({ port, next, connections, seconds })),
  )
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  return {
    cpuMicros: ((used() - before) * 1_000_000) / requests,
    perSecond: requests / seconds,
    p50Ms: spread(results.map(({ p50Ms }) => p50Ms)).median,
  }
}

const heading = [
  'work',
  'one, CPU µs/request',
  'two',
  'two against one, median (min-max)',
  'one, requests/s',
  'two',
  'one, p50 ms',
  'two',
]

const row = (turns: Turn[]): string[] => {
  const middle = (figure: (turn: Turn) => number) => spread(turns.map(figure)).median
  const ratio = spread(turns.map(({ alone, together }) => together.cpuMicros / alone.cpuMicros))
  return [
    turns[0]?.work ?? '',
    number(
      middle(({ alone }) => alone.cpuMicros),
      1,
    ),
    number(
      middle(({ together }) => together.cpuMicros),
      1,
    ),
    `${number(ratio.median, 2)} (${number(ratio.min, 2)}-${number(ratio.max, 2)})`,
    number(middle(({ alone }) => alone.perSecond)),
    number(middle(({ together }) => together.perSecond)),
    number(
      middle(({ alone }) => alone.p50Ms),
      2,
    ),
    number(
      middle(({ together }) => together.p50Ms),
      2,
    ),
  ]
}
