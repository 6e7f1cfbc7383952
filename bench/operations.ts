import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { compare } from './compare.ts'
import { onServerCore } from './machine.ts'
import type { Options } from './options.ts'
import { installPeers } from './peers.ts'
import { startProcess } from './process.ts'
import { number, type Report } from './report.ts'
import { bodyRequest, getRequest } from './request.ts'
import { startService } from './service.ts'
import { makeStore } from './store.ts'

/** Of these, one of five has an order that is placed, and three are available. */
const ANIMALS = 200_000
const GOAL = 2

type Operation = {
  name: string
  /** Requests that differ, as a change of what is so already changes nothing. */
  next: (key: string) => () => Buffer
  /** What is compared before it is measured: a read says the same on both. */
  path?: string
}

const read = (name: string, path: string, isSame = true): Operation => ({
  name,
  next: (key) => {
    const request = getRequest(path, key)
    return () => request
  },
  ...(isSame && { path }),
})

const change = (
  name: string,
  request: (at: number) => { method: string; path: string; body: unknown },
): Operation => ({
  name,
  next: (key) => {
    let at = 0
    return () => {
      at += 1
      const { method, path, body } = request(at)
      return bodyRequest(method, path, key, body)
    }
  },
})

const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
const batch = Array.from({ length: 10 }, (_, at) => ({ name: `Biscuit ${at}`, categoryId: at }))

const operations: Operation[] = [
  read('get a category', '/v1/categories/7'),
  read('list categories', '/v1/categories'),
  read('get an order', '/v1/store/orders/7'),
  read('list orders', '/v1/store/orders'),
  read('a page of events', '/v1/events'),
  read('list webhooks', '/v1/webhooks'),
  // These two count what they are asked.
  read('own limits', '/v1/rate-limit', false),
  read("an account's usage", '/v1/accounts/1/usage', false),
  change('change an animal', (at) => ({
    method: 'PATCH',
    path: `/v1/pets/${(at % 1_000) * 5 + 1}`,
    body: { name: `Biscuit ${at}` },
  })),
  change('add ten animals', () => ({
    method: 'POST',
    path: '/v1/pets:batch',
    body: { pets: batch },
  })),
  change('place an order', (at) => ({
    method: 'POST',
    path: '/v1/store/orders',
    body: { petId: ANIMALS - at * 5, customer },
  })),
  change('cancel an order', (at) => ({
    method: 'PATCH',
    path: `/v1/store/orders/${at}`,
    body: { status: 'cancelled' },
  })),
]

/** What the service does beside animals, held against plain Fastify handlers with the same SQL: CPU per request. */
export const measureOperations = async (options: Options, folder: string): Promise<Report> => {
  const home = installPeers()
  const profileFolder = options.profile
    ? mkdtempSync(join(tmpdir(), 'adoption-profile-'))
    : undefined
  const { path, key } = await makeStore(join(folder, 'operations.db'), { animals: ANIMALS })
  fill(path)
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
    environment: { STORE: copy, ACCOUNT: '1' },
  })
  const rows = [['', 'service', 'plain Fastify', 'ratio', 'min-max', 'goal']]
  const figures: object[] = []
  for (const operation of operations) {
    await holdAgainst(operation, key, [ours.port, plain.port])
    const { name, next } = operation
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

/** Both say the same, or they would not do the same work. */
const holdAgainst = async ({ name, path }: Operation, key: string, ports: number[]) => {
  if (path === undefined) return
  const [ours, plain] = await Promise.all(
    ports.map(async (port) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()
    }),
  )
  if (isDeepStrictEqual(ours, plain)) return
  throw new Error(`${name}: ${JSON.stringify(ours)} is not ${JSON.stringify(plain)}`)
}

/** What the store has beside its animals. */
const fill = (path: string): void => {
  const connection = new DatabaseSync(path)
  connection.exec(`PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN;
    INSERT INTO categories (id, name, available, pending, sold)
      SELECT category_id, 'Category ' || category_id, sum(status = 'available'), sum(status = 'pending'),
        sum(status = 'sold') FROM pets GROUP BY category_id;
    INSERT INTO orders (pet_id, status, customer_name, customer_email, expires_at, created_at, updated_at)
      SELECT id, 'placed', 'Ada Lovelace', 'ada@example.org', 4102444800000, 1760000000000, 1760000000000
      FROM pets WHERE status = 'pending' ORDER BY id;
    INSERT INTO events (type, time, data)
      SELECT 'pet.created', 4102444800000, '{"id":' || id || ',"name":"' || name || '","categoryId":' || category_id ||
        ',"status":"available"}' FROM pets LIMIT 5000;
    INSERT INTO webhooks (account_id, url, types, enabled, secret, is_admin, starts_after, created_at)
      SELECT 1, 'https://example.org/' || id, 'pet.created pet.updated', 0, 'whsec_x', 0, 0, 1760000000000
      FROM pets LIMIT 10;
    COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
  connection.close()
}
