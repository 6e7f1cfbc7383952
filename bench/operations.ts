import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureInTurns } from './measure.ts'
import { installPeers } from './peers.ts'
import { startProgram, startService } from './process.ts'
import { comparisonHeading, comparisonRow, type Options, type Report } from './report.ts'
import { requestBytes, type Sent } from './request.ts'
import { makeStore, runSql } from './store.ts'

/** At most twice the CPU of the plain handler. */
const GOAL = 0.5
/** One in five of these has a placed order, and three in five are available. */
const ANIMALS = 200_000

const batch = Array.from({ length: 10 }, (_, at) => ({ name: `Biscuit ${at}`, categoryId: at }))
const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }

const get = (path: string): Sent => ({ method: 'GET', path })
const change = (method: string, path: string, body: object): Sent => ({ method, path, body })

/** Each request of a change is different, because a change to the current value changes nothing. */
const operations: Record<string, (at: number) => Sent> = {
  'some animals by id': (at) => {
    const first = ((at * 11) % (ANIMALS - 10)) + 1
    return get(`/v1/pets?id=${[0, 2, 4, 6, 8].map((step) => first + step)}`)
  },
  'get a category': () => get('/v1/categories/7'),
  'list categories': () => get('/v1/categories'),
  inventory: () => get('/v1/store/inventory'),
  'get an order': () => get('/v1/store/orders/7'),
  'list orders': () => get('/v1/store/orders'),
  'a page of events': () => get('/v1/events'),
  'change an animal': (at) => change('PATCH', `/v1/pets/${(at % 1_000) * 5 + 1}`, { name: `Biscuit ${at}` }),
  'add ten animals': () => change('POST', '/v1/pets:batch', { pets: batch }),
  'place an order': (at) => change('POST', '/v1/store/orders', { petId: ANIMALS - at * 5, customer }),
}

/** Compares the CPU time per request of other operations with plain Fastify handlers that run the same SQL. */
export const measureOperations = async (options: Options, folder: string): Promise<Report> => {
  const home = installPeers()
  const store = await makeStore(join(folder, 'operations.db'), { animals: ANIMALS })
  runSql(store.path, rows)
  const copy = join(folder, 'operations-plain.db')
  copyFileSync(store.path, copy)
  await using ours = await startService({ DATABASE_URL: `sqlite:${store.path}` })
  await using plain = await startProgram([join(home, 'operations.mjs')], {
    STORE: copy,
    KEY: store.key,
  })
  const requests = (sentAt: (at: number) => Sent) => {
    let at = 0
    return () => {
      at += 1
      return requestBytes(sentAt(at), store.key)
    }
  }
  const ports = [ours.port, plain.port]
  for (const sentAt of Object.values(operations)) await holdAgainst(sentAt(1), store.key, ports)
  const table = [comparisonHeading(['service', 'plain Fastify'])]
  for (const [name, sentAt] of Object.entries(operations)) {
    const contenders = [ours, plain].map((server) => ({ ...server, next: requests(sentAt) }))
    table.push(comparisonRow(name, GOAL, await measureInTurns(contenders, options)))
  }
  return { title: `OPERATIONS: ${ANIMALS} animals`, table }
}

/** Checks that both return the same, because otherwise they would not do the same work. */
const holdAgainst = async ({ method, path }: Sent, key: string, ports: number[]) => {
  if (method !== 'GET') return
  const [ours, plain] = await Promise.all(
    ports.map(async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return await response.json()
    }),
  )
  assert.deepEqual(ours, plain, path)
}

const rows = `
  INSERT INTO categories (id, name, available, pending, sold)
    SELECT category_id, 'Category ' || category_id, sum(status = 'available'), sum(status = 'pending'),
      sum(status = 'sold') FROM pets GROUP BY category_id;
  INSERT INTO orders (pet_id, status, customer_name, customer_email, customer_key, customer_search, expires_at, created_at,
      updated_at)
    SELECT id, 'placed', 'Ada Lovelace', 'ada@example.org', 'ada@example.org', 'ada lovelace ada@example.org', 4102444800000, 1760000000000, 1760000000000
    FROM pets WHERE status = 'pending' ORDER BY id;
  INSERT INTO events (type, time, data)
    SELECT 'pet.created', 4102444800000, '{"id":' || id || ',"name":"' || name || '","categoryId":' || category_id ||
      ',"status":"available"}' FROM pets LIMIT 5000`
