import { mkdtempSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Comparison, compare } from './compare.ts'
import { onServerCore } from './machine.ts'
import type { Options } from './options.ts'
import { startProcess } from './process.ts'
import { comparisonTable, type Report } from './report.ts'
import { getRequest } from './request.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

export const LIST_PATH = '/v1/pets?limit=20&status=available'
export const ANIMALS = 1_000

// With more of its time than this to spare, a server was waiting for the load.
const IDLE = 0.05

/** The service's list page against bare node:http that sends the same bytes and headers. */
export const measureRead = async (options: Options, folder: string): Promise<Report> => {
  const { path, key } = await makeStore(join(folder, 'read.db'), { animals: ANIMALS })
  return againstBare(options, folder, {
    name: 'READ',
    store: { DATABASE_URL: `sqlite:${path}` },
    key,
  })
}

/** The same for the service over whatever store. */
export const againstBare = async (
  options: Options,
  folder: string,
  { name, store, key }: { name: string; store: Record<string, string>; key: string },
): Promise<Report> => {
  const profileFolder = options.profile
    ? mkdtempSync(join(tmpdir(), 'adoption-profile-'))
    : undefined
  await using service = await startService({ program: 'serve', store, profileFolder })
  const answer = await capture(service.port, key)
  const answerPath = join(folder, 'answer.json')
  writeFileSync(answerPath, JSON.stringify(answer))
  await using bare = await startProcess({
    prefix: onServerCore(),
    args: [new URL('bare-server.ts', import.meta.url).pathname, answerPath],
  })
  const differs = difference(answer, await capture(bare.port, key))
  if (differs) throw new Error(`the bare server does not send the same headers: ${differs}`)

  const request = getRequest(LIST_PATH, key)
  const contender = { next: () => request }
  const figures = await compare(
    { name: 'service', ...service, ...contender },
    { name: 'bare node:http', ...bare, ...contender },
    options,
  )
  return {
    title: `${name}: GET ${LIST_PATH}, ${ANIMALS} animals, ${options.connections} connections`,
    table: comparisonTable(figures),
    notes: [bottleneck(figures), ...(profileFolder ? [`CPU profile: ${profileFolder}`] : [])],
    figures,
  }
}

type Captured = { headers: string[]; body: string; keepAliveTimeoutMs: number }

// What node:http adds to every answer of its own accord: the bare server's adds it too.
const written = new Set(['date', 'connection', 'keep-alive'])

const capture = (port: number, key: string): Promise<Captured> =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` }
    get({ port, path: LIST_PATH, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const raw = response.rawHeaders
        const names = raw.filter((_, at) => at % 2 === 0)
        resolve({
          headers: names.flatMap((name, at) =>
            written.has(name.toLowerCase()) ? [] : [name, raw[at * 2 + 1] ?? ''],
          ),
          body: Buffer.concat(chunks).toString(),
          keepAliveTimeoutMs:
            Number(/timeout=(\d+)/.exec(String(response.headers['keep-alive']))?.[1] ?? 5) * 1_000,
        })
      })
    }).on('error', reject)
  })

const difference = (wanted: Captured, sent: Captured): string | undefined => {
  const [ours, theirs] = [wanted, sent].map((answer) => JSON.stringify(answer))
  return ours === theirs ? undefined : `${ours}\n${theirs}`
}

const bottleneck = ({ ours, yardstick }: Comparison): string => {
  const waiting = [ours, yardstick].filter(({ serverIdle }) => serverIdle > IDLE)
  return waiting.length === 0
    ? 'Both servers were the bottleneck: the ratio of requests/s is theirs.'
    : `${waiting.map(({ name }) => name).join(' and ')} had to wait for the load: go by CPU µs/request.`
}
