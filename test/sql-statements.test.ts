import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { test } from 'node:test'
import { adminOf } from './harness/admin.ts'
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
  'place an order': 20,
  'approve an order': 10,
  'deliver an order': 48,
  'submit an application': 32,
  'approve an application': 42,
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
  const { headers: admin } = await adminOf(app)
  for (let count = 0; count < 60; count += 1) {
    const pet = { name: `Animal ${count}`, categoryId: count % 3, status: 'available' }
    assert.equal((await app.post('/v1/pets', pet)).statusCode, 201)
  }
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const send = async (path: string, init?: RequestInit) => {
    const headers = { ...(needsAdmin(path) ? admin : app.key), 'content-type': 'application/json', ...init?.headers }
    const response = await fetch(`${address}${path}`, { ...init, headers })
    const text = await response.text()
    assert.ok(response.ok, `${path}: ${text}`)
    return text
  }
  return { app, send }
}

/** The key of tests has no scope for applications. */
const needsAdmin = (path: string): boolean => path.startsWith('/v1/applications')

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
const countStatements = async ({ prepare, request }: Counted, send: Send): Promise<string[]> => {
  for (let at = 1; at <= 30; at += 1) await request(send, at, (await prepare?.(send, at)) ?? 0)
  using watch = watchStatements()
  let fewest: string[] | undefined
  for (let at = 31; at < 47; at += 1) {
    const id = (await prepare?.(send, at)) ?? 0
    watch.seen.length = 0
    await request(send, at, id)
    if (fewest === undefined || watch.seen.length < fewest.length) fewest = [...watch.seen]
  }
  return fewest ?? []
}

type Send = Awaited<ReturnType<typeof open>>['send']
const json = (body: object) => ({ body: JSON.stringify(body) })
const merge = { 'content-type': 'application/merge-patch+json' }

type Counted = {
  /** What the request needs, such as an order. Returns its id. */
  prepare?: (send: Send, at: number) => Promise<number>
  request: (send: Send, at: number, id: number) => Promise<unknown>
}

const post = async (send: Send, path: string, body: object): Promise<number> =>
  JSON.parse(await send(path, { method: 'POST', ...json(body) })).id
const personOf = (at: number) => ({ name: 'Ada Lovelace', email: `ada${at}@example.org` })
const placeOrder = (send: Send, at: number) => post(send, '/v1/store/orders', { petId: at, customer: personOf(at) })
const moveOrder = (send: Send, id: number, status: string) =>
  send(`/v1/store/orders/${id}`, { method: 'PATCH', headers: merge, ...json({ status }) })
const apply = (send: Send, at: number) =>
  post(send, '/v1/applications', { petId: at, formId: 1, applicant: personOf(at), answers: {} })

const requests: Record<keyof typeof MAX_STATEMENTS, Counted> = {
  // Each of these lists is new, so none is cached.
  'GET /v1/pets': { request: (send, at) => send(`/v1/pets?limit=${at}&status=available`) },
  'POST /v1/pets': { request: (send, at) => post(send, '/v1/pets', { name: `Added ${at}`, categoryId: 7 }) },
  sold: { request: (send, at) => send(`/v1/pets/${at}`, { method: 'PATCH', ...json({ status: 'sold' }) }) },
  'PATCH of a published profile': {
    request: (send, at) =>
      send(`/v1/pets/${at}/profile`, {
        method: 'PATCH',
        headers: merge,
        ...json({ size: at % 2 === 0 ? 'small' : 'large', tags: [`tag ${at}`] }),
      }),
  },
  'place an order': { request: placeOrder },
  'approve an order': { prepare: placeOrder, request: (send, _, id) => moveOrder(send, id, 'approved') },
  'deliver an order': {
    async prepare(send, at) {
      const id = await placeOrder(send, at)
      await moveOrder(send, id, 'approved')
      return id
    },
    request: (send, _, id) => moveOrder(send, id, 'delivered'),
  },
  'submit an application': { request: apply },
  'approve an application': {
    prepare: apply,
    request: (send, _, id) => post(send, `/v1/applications/${id}/approve`, {}),
  },
  'GET /adopt': { request: (send, at) => send(`/adopt?species=dog&size=small&tag=tag${at}`) },
}

for (const [name, most] of Object.entries(MAX_STATEMENTS)) {
  test(`${name} runs at most ${most} SQL statements`, async () => {
    const { app, send } = await open()
    await using _app = app
    await publishAll(app)
    const statements = await countStatements(requests[name as keyof typeof requests], send)
    assert.ok(statements.length > 0)
    const seen = `${statements.length} statements:\n${statements.join('\n')}`
    assert.ok(statements.length <= most, seen)
  })
}

/** The reads of animals of the specification, and of the caller's own limits. */
const reads = [
  '/v1/pets',
  '/v1/pets?id=1,2,3&sort=-id',
  '/v1/pets?name=animal&categoryId=1',
  '/v1/pets/7',
  '/v1/rate-limit',
]

test('a read of animals from SQLite is answered in the same turn of the event loop', async () => {
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
