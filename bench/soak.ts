import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMebibytes } from './machine.ts'
import type { Options } from './options.ts'
import { number, type Report } from './report.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

const ANIMALS = 10_000
const ROWS = 20
const STREAMS = 20
const WEBHOOKS = 2
const HEAP_CHECK_MS = 1_000
const MEBIBYTE = 1024 * 1024

/** The requests, and how many of each per second. */
const mix = [
  { name: 'list', perSecond: 40, isWrite: false },
  { name: 'single', perSecond: 20, isWrite: false },
  { name: 'feed', perSecond: 5, isWrite: false },
  { name: 'add', perSecond: 10, isWrite: true },
  { name: 'change', perSecond: 10, isWrite: true },
] as const
type Kind = (typeof mix)[number]['name']

type Row = {
  atSeconds: number
  residentMiB: number
  leastHeapMiB: number
  handles: number
  storeMiB: number
  logMiB: number
  reads: Latencies
  writes: Latencies
  events: number
  deliveries: number
}
type Latencies = { p50Ms: number; p99Ms: number }

/** Checks whether anything grows during reads, writes, streams and webhooks at a steady rate. */
export const measureSoak = async ({ minutes }: Options, folder: string): Promise<Report> => {
  const store = await makeStore(join(folder, 'soak.db'), { animals: ANIMALS })
  const receiver = await startReceiver()
  await using service = await startService({
    program: 'start',
    store: { DATABASE_URL: `sqlite:${store.path}`, WEBHOOK_ALLOW_PRIVATE: 'true' },
  })
  const client = clientOf(service.port, store.key)
  for (let made = 0; made < WEBHOOKS; made += 1)
    await client.post('/v1/webhooks', { url: receiver.url, types: ['pet.created'] })
  const streams = await openStreams(client)
  const load = startLoad(client)
  const rows: Row[] = []
  const startedAtMs = performance.now()
  try {
    for (let row = 1; row <= ROWS; row += 1) {
      const untilMs = startedAtMs + (minutes * 60_000 * row) / ROWS
      let leastHeapMiB = Infinity
      while (performance.now() < untilMs) {
        leastHeapMiB = Math.min(leastHeapMiB, await client.heapMiB())
        await wait(Math.min(HEAP_CHECK_MS, Math.max(0, untilMs - performance.now())))
      }
      rows.push({
        atSeconds: (performance.now() - startedAtMs) / 1_000,
        residentMiB: residentMebibytes(service.pid),
        leastHeapMiB,
        handles: handlesOf(service.pid),
        storeMiB: sizeMiB(store.path),
        logMiB: sizeMiB(`${store.path}-wal`),
        ...load.take(),
        events: streams.take(),
        deliveries: receiver.take(),
      })
    }
  } finally {
    await load.stop()
    streams.close()
    receiver.close()
  }
  return report(minutes, rows, load.failures())
}

const report = (minutes: number, rows: Row[], failures: Map<string, number>): Report => ({
  title: `SOAK: ${number(minutes, 1)} minutes of ${mix.map(({ name, perSecond }) => `${perSecond} ${name}`).join(', ')} a second, ${STREAMS} streams, ${WEBHOOKS} webhooks`,
  table: [
    [
      ...['s', 'resident MiB', 'least heap MiB', 'handles', 'store MiB', 'log MiB'],
      ...['read p50 ms', 'p99', 'write p50 ms', 'p99', 'events', 'deliveries'],
    ],
    ...rows.map((row) => [
      number(row.atSeconds),
      number(row.residentMiB),
      number(row.leastHeapMiB, 1),
      number(row.handles),
      number(row.storeMiB, 1),
      number(row.logMiB, 1),
      number(row.reads.p50Ms, 1),
      number(row.reads.p99Ms, 1),
      number(row.writes.p50Ms, 1),
      number(row.writes.p99Ms, 1),
      number(row.events),
      number(row.deliveries),
    ]),
  ],
  notes: [
    `Responses other than 2xx: ${[...failures].map(([what, count]) => `${count} times ${what}`).join(', ') || 'none'}.`,
  ],
  figures: { rows, failures: Object.fromEntries(failures) },
})

type Client = ReturnType<typeof clientOf>

const clientOf = (port: number, key: string) => {
  const origin = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { headers, ...init })
  const body = (value: object) => ({ body: JSON.stringify(value) })
  return {
    get: (path: string) => send(path),
    post: (path: string, value: object) => send(path, { method: 'POST', ...body(value) }),
    patch: (path: string, value: object) => send(path, { method: 'PATCH', ...body(value) }),
    async heapMiB(): Promise<number> {
      const text = await (await send('/metrics')).text()
      const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]
      return Number(bytes) / MEBIBYTE
    },
  }
}

/** Starts requests when they are due, whether or not earlier ones have ended. */
const startLoad = (client: Client) => {
  let latenciesMs: Record<'reads' | 'writes', number[]> = { reads: [], writes: [] }
  const failures = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let count = 0
  const requests: Record<Kind, () => Promise<Response>> = {
    list: () => client.get(`/v1/pets?limit=20&categoryId=${count % 50}`),
    single: () => client.get(`/v1/pets/${1 + ((count * 7_919) % ANIMALS)}`),
    feed: () => client.get('/v1/events?limit=20'),
    add: () => client.post('/v1/pets', { name: `Soak ${count}`, categoryId: count % 50 }),
    change: () =>
      client.patch(`/v1/pets/${1 + ((count * 7_919) % ANIMALS)}`, { name: `Changed ${count}` }),
  }
  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1)
  const ask = async (name: Kind, isWrite: boolean): Promise<void> => {
    const dueAtMs = performance.now()
    count += 1
    try {
      const response = await requests[name]()
      await response.arrayBuffer()
      if (!response.ok) fail(`${name} ${response.status}`)
      latenciesMs[isWrite ? 'writes' : 'reads'].push(performance.now() - dueAtMs)
    } catch (error) {
      fail(`${name} ${(error as Error).message}`)
    }
  }
  const timers = mix.map(({ name, perSecond, isWrite }) =>
    setInterval(() => {
      const request = ask(name, isWrite).finally(() => underWay.delete(request))
      underWay.add(request)
    }, 1_000 / perSecond),
  )
  return {
    /** Returns the latencies of requests that ended since the last call. */
    take() {
      const { reads, writes } = latenciesMs
      latenciesMs = { reads: [], writes: [] }
      return { reads: quantiles(reads), writes: quantiles(writes) }
    },
    failures: () => failures,
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

const quantiles = (latenciesMs: number[]): Latencies => {
  const sorted = latenciesMs.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** Reads streams to the end, and opens them again when the service ends them. */
const openStreams = async (client: Client) => {
  const stopped = new AbortController()
  let events = 0
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const response = await client.get('/v1/events/stream')
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      const cancel = () => void reader?.cancel().catch(() => {})
      stopped.signal.addEventListener('abort', cancel)
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        events += part.value.split('\nevent: ').length - 1
      stopped.signal.removeEventListener('abort', cancel)
    }
  }
  for (let opened = 0; opened < STREAMS; opened += 1) follow().catch(() => {})
  return {
    take() {
      const taken = events
      events = 0
      return taken
    },
    close: () => stopped.abort(),
  }
}

const startReceiver = async () => {
  let deliveries = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      deliveries += 1
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    take() {
      const taken = deliveries
      deliveries = 0
      return taken
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Counts open files and sockets; only Linux reports them. */
const handlesOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

const sizeMiB = (path: string): number =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MEBIBYTE
