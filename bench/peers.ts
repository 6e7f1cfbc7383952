import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contender } from './compare.ts'
import { onServerCore } from './machine.ts'
import { startProcess } from './process.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'
import { ANIMALS, animalAt, ownWork, type Work, works } from './work.ts'

const sources = new URL('peers/', import.meta.url).pathname
const KEY = 'peer-key'

/** Installed on demand and never with the product: the packages of somebody who builds the same by hand. */
const packages = {
  express: '5.3.0',
  'express-rate-limit': '8.7.4',
  fastify: '5.12.8',
  '@fastify/bearer-auth': '10.1.3',
  '@fastify/rate-limit': '11.2.0',
  elysia: '1.4.30',
  'elysia-rate-limit': '4.6.3',
  '@elysiajs/bearer': '1.4.4',
  [`@oven/bun-${process.platform}-${process.arch}`]: '1.4.5',
}

export const names = ['service', 'Express', 'Fastify', 'Elysia on Bun']

type Running = { pid: number; port: number; [Symbol.asyncDispose]: () => Promise<void> }

/** Starts the service and its peers, each with its own database of the same animals. */
export const startAll = async (home: string, folder: string, work: Work) => {
  const name = work.name.replaceAll(/\W+/g, '-')
  const { path, key } = await makeStore(join(folder, `${name}.db`), { animals: 0 })
  const bun = join(home, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`)
  const peer = (program: string, command = process.execPath): Promise<Running> =>
    startProcess({
      prefix: onServerCore(),
      command,
      args: [join(home, program)],
      environment: { STORE: join(folder, `${name}-${program}.db`), KEY },
    })
  const running: Running[] = [
    await startService({ program: 'start', store: { DATABASE_URL: `sqlite:${path}` } }),
    await peer('express.mjs'),
    await peer('fastify.mjs'),
    await peer('elysia.mjs', bun),
  ]
  const list: Contender[] = running.map(({ pid, port }, place) => {
    const isOurs = place === 0
    const shared = isOurs || work !== ownWork ? work : works.find(({ goal }) => goal === 1)
    const secret = isOurs ? key : KEY
    return { name: names[place] ?? '', pid, port, next: (shared ?? work).next(secret) }
  })
  await Promise.all(list.map(({ port }, place) => fill(port, place === 0 ? key : KEY)))
  return {
    list,
    /** The path of the service's database. */
    path,
    async [Symbol.asyncDispose]() {
      for (const each of running) await each[Symbol.asyncDispose]()
    },
  }
}

/** Adds the animals that all of them have, over HTTP. */
const fill = async (port: number, key: string): Promise<void> => {
  for (let place = 0; place < ANIMALS; place += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/pets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(animalAt(place)),
    })
    if (response.status !== 201)
      throw new Error(`a peer answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
}

/** Installs the peers and their dependencies, and returns their folder. */
export const installPeers = (): string => {
  const home = join(tmpdir(), 'adoption-store-peers')
  mkdirSync(home, { recursive: true })
  for (const file of readdirSync(sources)) copyFileSync(join(sources, file), join(home, file))
  const manifest = JSON.stringify(
    { private: true, type: 'module', dependencies: packages },
    null,
    2,
  )
  if (!existsSync(join(home, 'node_modules/.package-lock.json'))) {
    writeFileSync(join(home, 'package.json'), manifest)
    console.error(`Installing the peers into ${home} (npm install) ...`)
    const { status } = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts'],
      {
        cwd: home,
        stdio: ['ignore', 2, 2],
      },
    )
    if (status !== 0) throw new Error('the peers could not be installed: see npm above')
  }
  return home
}
