import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { test } from 'node:test'
import { testApp } from './harness/app.ts'

/**
 * The most SQL statements of a request that the caches do not answer, transactions and savepoints aside. The limits may
 * only become lower.
 */
const MAX_STATEMENTS = {
  'GET /v1/pets': 1,
  'POST /v1/pets': 9,
  sold: 21,
  'PATCH of a published profile': 19,
  'GET /adopt': 5,
}

const ofTransactions = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SELECT total_changes)/i

/** Records the SQL statements that this thread runs from now on. */
const watchStatements = () => {
  const seen: string[] = []
  const real = new Map<string, unknown>()
  for (const method of ['all', 'get', 'run', 'iterate'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
    real.set(method, original)
    const watched = function (this: StatementSync, ...values: unknown[]) {
      if (!ofTransactions.test(this.sourceSQL)) seen.push(this.sourceSQL)
      return original.apply(this, values)
    }
    StatementSync.prototype[method] = watched as never
  }
  return {
    seen,
    [Symbol.dispose]: () => Object.assign(StatementSync.prototype, Object.fromEntries(real)),
  }
}

const open = async () => {
  const app = await testApp()
  for (let count = 0; count < 60; count += 1) {
    const pet = { name: `Animal ${count}`, categoryId: count % 3, status: 'available' }
    assert.equal((await app.post('/v1/pets', pet)).statusCode, 201)
  }
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const send = async (path: string, init?: RequestInit) => {
    const headers = { ...app.key, 'content-type': 'application/json', ...init?.headers }
    const response = await fetch(`${address}${path}`, { ...init, headers })
    assert.ok(response.ok, path)
    await response.arrayBuffer()
  }
  return { app, send }
}

const publishAll = async (app: Awaited<ReturnType<typeof testApp>>) => {
  const profiles = Array.from({ length: 60 }, (_, at) => ({
    petId: at + 1,
    published: true,
    species: 'dog',
    size: 'small',
    tags: [`tag${at}`],
  }))
  const { body } = await app.post('/v1/profiles:batch', { profiles })
  assert.ok(!body.includes('"error"'), body)
}

/** The fewest statements of sixteen such requests: others may run periodic work at the same time. */
const countStatements = async (request: (at: number) => Promise<void>): Promise<string[]> => {
  for (let at = 1; at <= 30; at += 1) await request(at)
  using watch = watchStatements()
  let fewest: string[] | undefined
  for (let at = 31; at < 47; at += 1) {
    watch.seen.length = 0
    await request(at)
    if (fewest === undefined || watch.seen.length < fewest.length) fewest = [...watch.seen]
  }
  return fewest ?? []
}

type Send = Awaited<ReturnType<typeof open>>['send']
const json = (body: object) => ({ body: JSON.stringify(body) })
const merge = { 'content-type': 'application/merge-patch+json' }

const requests: Record<keyof typeof MAX_STATEMENTS, (send: Send, at: number) => Promise<void>> = {
  // Each of these lists is new, so none is cached.
  'GET /v1/pets': (send, at) => send(`/v1/pets?limit=${at}&status=available`),
  'POST /v1/pets': (send, at) => send('/v1/pets', { method: 'POST', ...json({ name: `Added ${at}`, categoryId: 7 }) }),
  sold: (send, at) => send(`/v1/pets/${at}`, { method: 'PATCH', ...json({ status: 'sold' }) }),
  'PATCH of a published profile': (send, at) =>
    send(`/v1/pets/${at}/profile`, {
      method: 'PATCH',
      headers: merge,
      ...json({ size: at % 2 === 0 ? 'small' : 'large', tags: [`tag ${at}`] }),
    }),
  'GET /adopt': (send, at) => send(`/adopt?species=dog&size=small&tag=tag${at}`),
}

for (const [name, most] of Object.entries(MAX_STATEMENTS)) {
  test(`${name} runs at most ${most} SQL statements`, async () => {
    const { app, send } = await open()
    await using _app = app
    await publishAll(app)
    const request = requests[name as keyof typeof requests]
    const statements = await countStatements((at) => request(send, at))
    assert.ok(statements.length > 0)
    const seen = `${statements.length} statements:\n${statements.join('\n')}`
    assert.ok(statements.length <= most, seen)
  })
}

const reads = [
  '/v1/pets',
  '/v1/pets?id=1,2,3&sort=-id',
  '/v1/pets?name=animal&categoryId=1',
  '/v1/pets/7',
  '/v1/categories',
  '/v1/categories/1',
  '/v1/store/inventory?categoryId=1',
  '/v1/events',
  '/v1/rate-limit',
]

test('a read from SQLite is answered in the same turn of the event loop', async () => {
  const { app, send } = await open()
  await using _app = app
  await send('/v1/rate-limit')
  const late: string[] = []
  const seen: string[] = []
  // This listener runs after the server's own, so a response that has not ended by now was left to a later turn.
  app.service.app.server.on('request', (request, response) => {
    seen.push(String(request.url))
    if (!response.writableEnded) late.push(String(request.url))
  })
  for (const path of reads) await send(path)
  assert.deepEqual(seen, reads)
  assert.deepEqual(late, [])
})
