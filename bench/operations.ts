import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compare } from './compare.ts'
import { load } from './load.ts'
import { onServerCore } from './machine.ts'
import { fillStore } from './operations-store.ts'
import { ANIMALS, type Operation, operations } from './operations-work.ts'
import type { Options } from './options.ts'
import { installPeers } from './peers.ts'
import { startProcess } from './process.ts'
import { number, type Report } from './report.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

const GOAL = 2
/** The number of reads for the warm-up, one second each. */
const WARMING = 5

/** Compares the CPU time per request of the other operations with plain Fastify handlers that run the same SQL. */
export const measureOperations = async (options: Options, folder: string): Promise<Report> => {
  const home = installPeers()
  const profileFolder = options.profile
    ? mkdtempSync(join(tmpdir(), 'adoption-profile-'))
    : undefined
  const { path, key } = await makeStore(join(folder, 'operations.db'), { animals: ANIMALS })
  await fillStore(path, key)
  const copy = join(folder, 'operations-plain.db')
  copyFileSync(path, copy)
  await using ours = await startService({
    program: 'start',
    store: { DATABASE_URL: `sqlite:${path}` },
    profileFolder,
  })
  await using plain = await startProcess({
    prefix: onServerCore(),
    args: [join(home, 'operations.mjs')],
    environment: { STORE: copy, ACCOUNT: '1', KEY: key },
  })
  const rows = [['', 'service', 'plain Fastify', 'ratio', 'min-max', 'goal']]
  const figures: object[] = []
  const chosen = operations.filter(({ name }) => name.includes(options.match))
  for (const operation of chosen) await holdAgainst(operation, key, [ours.port, plain.port])
  // Otherwise the first operation would pay for compiling code that all of them use.
  for (const { port } of [ours, plain])
    for (const { next } of operations.slice(0, WARMING))
      await load({ port, next: next(key), connections: options.connections, seconds: 1 })
  for (const { name, next } of chosen) {
    const measured = await compare(
      { name: 'service', ...ours, next: next(key) },
      { name: 'plain Fastify', ...plain, next: next(key) },
      options,
    )
    const { median, min, max } = measured.cpuMicros
    rows.push([
      name,
      number(measured.ours.cpuMicros, 1),
      number(measured.yardstick.cpuMicros, 1),
      number(median, 2),
      `${number(min, 2)}-${number(max, 2)}`,
      number(GOAL, 1),
    ])
    figures.push({ name, goal: GOAL, ...measured })
  }
  return {
    title: `OPERATIONS: CPU µs/request, ${options.connections} connections, one core`,
    table: rows,
    notes: profileFolder ? [`CPU profile: ${profileFolder}`] : [],
    figures,
  }
}

/** Checks that both return the same, because otherwise they would not do the same work. */
const holdAgainst = async ({ name, path }: Operation, key: string, ports: number[]) => {
  if (path === undefined) return
  const [ours, plain] = await Promise.all(
    ports.map(async (port) => {
      const headers = { authorization: `Bearer ${key}` }
      const origin = `http://127.0.0.1:${port}`
      const text = await (await fetch(origin + path, { headers })).text()
      return JSON.parse(text.replaceAll(origin, '')) as unknown
    }),
  )
  if (isDeepStrictEqual(ours, plain)) return
  throw new Error(`${name}: ${JSON.stringify(ours)} is not ${JSON.stringify(plain)}`)
}
