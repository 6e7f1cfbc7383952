import { spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram, startService } from './process.ts'
import { makeStore, sender } from './store.ts'
import { ANIMALS, animalAt, type Work } from './work.ts'

const KEY = 'peer-key'
const BUN = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`
const packages = [
  'express@5.3.0',
  'express-rate-limit@8.7.4',
  'fastify@5.12.8',
  '@fastify/bearer-auth@10.1.3',
  '@fastify/rate-limit@11.2.0',
  'elysia@1.4.30',
  'elysia-rate-limit@4.6.3',
  '@elysiajs/bearer@1.4.4',
  `${BUN}@1.4.5`,
]

export const names = ['service', 'Express', 'Fastify', 'Elysia on Bun']

/** Starts the service and its peers, each with its own database of the same animals. */
export const startAll = async (home: string, folder: string, work: Work) => {
  const name = work.name.replaceAll(/\W+/g, '-')
  const { path, key } = await makeStore(join(folder, `${name}.db`), { animals: 0 })
  const peer = (program: string, command?: string) => {
    const STORE = join(folder, `${name}-${program}.db`)
    return startProgram([join(home, program)], { STORE, KEY }, command)
  }
  const running = [
    await startService({ DATABASE_URL: `sqlite:${path}` }),
    await peer('express.mjs'),
    await peer('fastify.mjs'),
    await peer('elysia.mjs', join(home, 'node_modules', BUN, 'bin/bun')),
  ]
  for (const [place, { port }] of running.entries()) {
    const send = sender(port, place === 0 ? key : KEY)
    for (let at = 0; at < ANIMALS; at += 1) await send('POST', '/v1/pets', animalAt(at))
  }
  return {
    list: running.map(({ pid, port }, place) => {
      const next = place === 0 ? (work.ours ?? work.next)(key) : work.next(KEY)
      return { pid, port, next }
    }),
    async [Symbol.asyncDispose]() {
      for (const each of running) await each[Symbol.asyncDispose]()
    },
  }
}

/** Installs the peers on demand, never with the product, and returns their folder. */
export const installPeers = (): string => {
  const home = join(tmpdir(), 'adoption-store-peers')
  cpSync(new URL('peers/', import.meta.url), home, { recursive: true })
  if (existsSync(join(home, 'node_modules', BUN))) return home
  console.error(`Installing the peers into ${home} (npm install) ...`)
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', home, ...packages]
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the peers could not be installed: see npm above')
  return home
}
