import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { rounds } from '../harness/rounds.ts'
import { chooseSeed, seeded } from '../harness/seeded.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const CRASHES = rounds({ usual: 3, torture: 200 })
const WRITERS = 16
/** The most writes that are acknowledged before a kill. */
const MOST_WRITES = 400
const STARTS = rounds({ usual: 3, torture: 40 })
const LONGEST_START_MS = 600

type Pet = { id: number; name: string; categoryId: number; status: string }

/** A POST: the data sent, and the acknowledged response, if there was one. */
type Write = {
  body: Omit<Pet, 'id'>
  idempotencyKey: string | undefined
  acknowledged: Pet | undefined
}

const key = newKey()

const send = async (server: Server, { body, idempotencyKey }: Write) => {
  const headers = {
    ...bearer(key),
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  return server.fetch('/v1/pets', { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Adds animals until the server is gone. Every second request has an Idempotency-Key, and names are unique. */
const writeUntilCrash = async (server: Server, writer: string, writes: Write[]): Promise<void> => {
  for (let n = 0; ; n += 1) {
    const name = `${writer}.${n}`
    const write: Write = {
      body: { name, categoryId: n, status: n % 3 === 0 ? 'pending' : 'available' },
      idempotencyKey: n % 2 === 0 ? `key ${name}` : undefined,
      acknowledged: undefined,
    }
    writes.push(write)
    const response = await send(server, write).catch((error) => {
      // `fetch` throws only this error if the connection is lost.
      if (error instanceof TypeError) return undefined
      throw error
    })
    if (!response) return
    assert.equal(response.status, 201, response.body)
    write.acknowledged = response.json()
  }
}

const readPets = async (server: Server, ids: number[]): Promise<Map<number, Pet>> => {
  const found = new Map<number, Pet>()
  for (let at = 0; at < ids.length; at += 100) {
    const query = `limit=100&id=${ids.slice(at, at + 100).join(',')}`
    const { json } = await server.fetch(`/v1/pets?${query}`, { headers: bearer(key) })
    for (const pet of json()) found.set(pet.id, pet)
  }
  return found
}

const readAllPets = async (server: Server): Promise<Pet[]> => {
  const all: Pet[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { headers, json } = await server.fetch(`/v1/pets?limit=100${query}`, {
      headers: bearer(key),
    })
    all.push(...json())
    cursor = headers.get('x-next-cursor')
  }
  return all
}

const auditAcknowledged = async (server: Server, writes: Write[]): Promise<void> => {
  const pets = writes.flatMap(({ acknowledged }) => acknowledged ?? [])
  const stored = await readPets(
    server,
    pets.map(({ id }) => id),
  )
  for (const pet of pets) assert.deepEqual(stored.get(pet.id), pet)
}

/**
 * Retries requests with an unknown outcome, and a few with a known one: each must get the same response as the first
 * time.
 */
const retry = async (server: Server, writes: Write[]): Promise<void> => {
  const keyed = writes.filter(({ idempotencyKey }) => idempotencyKey !== undefined)
  const unknown = keyed.filter(({ acknowledged }) => !acknowledged)
  const known = keyed.filter(({ acknowledged }) => acknowledged).slice(-5)
  const retryOne = async (write: Write) => {
    const first = await send(server, write)
    assert.equal(first.status, 201, first.body)
    if (write.acknowledged) assert.deepEqual(first.json(), write.acknowledged)
    write.acknowledged = first.json()
    const second = await send(server, write)
    assert.deepEqual(second.json(), write.acknowledged)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  }
  await Promise.all([...unknown, ...known].map(retryOne))
}

test(`no acknowledged write is lost over ${CRASHES} kills under load`, async (t) => {
  const seed = chooseSeed()
  t.diagnostic(`SEED=${seed}`)
  const random = seeded(seed)
  using folder = temporaryFolder()
  const start = () => startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key, LOG_LEVEL: 'info' } })
  const writes: Write[] = []
  const countAcknowledged = () => writes.filter(({ acknowledged }) => acknowledged).length

  for (let crash = 0; crash < CRASHES; crash += 1) {
    await using server = await start()
    // First check what the previous crash left behind.
    const before = writes.slice(-10_000)
    await auditAcknowledged(server, before)
    await retry(server, before)
    const enough = countAcknowledged() + random() * MOST_WRITES
    const writers = Array.from({ length: WRITERS }, (_, n) => writeUntilCrash(server, `${crash}.${n}`, writes))
    await eventually('writes are acknowledged', () => countAcknowledged() >= enough)
    await server.kill()
    await Promise.all(writers)
  }

  const server = await start()
  await retry(server, writes.slice(-10_000))
  const all = await readAllPets(server)
  assert.equal(await server.stop(), 0)

  const ids = all.map(({ id }) => id)
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => a - b),
  )
  const byName = new Map(all.map((pet) => [pet.name, pet]))
  assert.equal(byName.size, all.length, 'an animal was added twice')
  const sent = new Map(writes.map((write) => [write.body.name, write]))
  for (const pet of all) {
    const { id, ...body } = pet
    assert.deepEqual(sent.get(pet.name)?.body, body)
  }
  const acknowledged = writes.flatMap(({ acknowledged }) => acknowledged ?? [])
  for (const pet of acknowledged) assert.deepEqual(byName.get(pet.name), pet)
  const acknowledgedIds = new Set(acknowledged.map(({ id }) => id))
  assert.equal(acknowledgedIds.size, acknowledged.length, 'an id was assigned twice')
  t.diagnostic(`${acknowledged.length} of ${writes.length} acknowledged, ${all.length} stored`)
  assertIntegrity(folder.path)
})

test('a first start that is killed at any moment leaves a store that the next one can serve', async (t) => {
  const seed = chooseSeed()
  t.diagnostic(`SEED=${seed}`)
  const random = seeded(seed)
  for (let n = 0; n < STARTS; n += 1) {
    using folder = temporaryFolder()
    await killStart(folder.path, random() * LONGEST_START_MS)
    const server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
    const { status } = await server.fetch('/v1/pets', { headers: bearer(key) })
    assert.equal(status, 200)
    assert.equal(await server.stop(), 0)
    assertIntegrity(folder.path)
  }
})

const killStart = async (folder: string, afterMs: number): Promise<void> => {
  const main = new URL('../../server/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      ...basicEnvironment,
      DATABASE_URL: `sqlite:${join(folder, 'store.db')}`,
      PORT: '0',
      BOOTSTRAP_KEY: key,
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await sleep(afterMs)
  child.kill('SIGKILL')
  await ended
}

const assertIntegrity = (folder: string): void => {
  const store = new DatabaseSync(join(folder, 'store.db'), { readOnly: true })
  assert.equal(store.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  assert.equal(store.prepare('PRAGMA foreign_key_check').get(), undefined)
  store.close()
}
