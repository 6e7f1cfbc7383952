import { load } from './load.ts'
import { cpuSeconds } from './machine.ts'
import type { Options } from './options.ts'
import { LIST_PATH } from './read.ts'
import { number, type Report } from './report.ts'
import { getRequest } from './request.ts'
import { startService } from './service.ts'
import { withSharedStore } from './shared.ts'

const COUNTS = [1, 2, 4]

/** What a request costs all replicas together, with more and more of them under the same load. */
export const measureReplicas = (options: Options): Promise<Report> =>
  withSharedStore(async ({ store, key }) => {
    const turns: { count: number; micros: number }[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      for (const count of COUNTS) {
        turns.push({ count, micros: await cpuMicros(count, store, key, options) })
      }
    }
    const micros = COUNTS.map((count) =>
      median(turns.filter((turn) => turn.count === count).map((turn) => turn.micros)),
    )
    const alone = micros[0] ?? Number.NaN
    const rows = COUNTS.map((count, at) => [
      String(count),
      number(micros[at] ?? Number.NaN, 1),
      number((micros[at] ?? Number.NaN) / alone, 2),
    ])
    return {
      title: `REPLICAS: GET ${LIST_PATH}, PostgreSQL and Redis, ${options.connections} connections over all`,
      table: [['replicas', 'CPU µs/request, all together', 'against one'], ...rows],
      notes: [],
      figures: turns,
    }
  })

const cpuMicros = async (
  count: number,
  store: Record<string, string>,
  key: string,
  { seconds, connections }: Options,
): Promise<number> => {
  const replicas = await Promise.all(
    Array.from({ length: count }, () => startService({ program: 'serve', store })),
  )
  const request = getRequest(LIST_PATH, key)
  const run = (forSeconds: number) =>
    Promise.all(
      replicas.map(({ port }) =>
        load({
          port,
          next: () => request,
          connections: connections / count,
          seconds: forSeconds,
        }),
      ),
    )
  // Until all are compiled.
  await run(2)
  const used = () => replicas.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const before = used()
  const results = await run(seconds)
  const cpu = used() - before
  for (const replica of replicas) await replica[Symbol.asyncDispose]()
  return (cpu * 1_000_000) / results.reduce((sum, { requests }) => sum + requests, 0)
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
