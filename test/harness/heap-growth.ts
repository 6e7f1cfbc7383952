import type { InjectOptions } from 'light-my-request'
import { scopes } from '../../server/requests/access/scope.ts'
import { testApp } from './app.ts'
import { heapBytes } from './heap-bytes.ts'
import { furnished, type Operation, operations, sampleOf } from './operations.ts'

type Extent = { requests: number; together?: number }
/** Of one operation, or of some together. */
type HeapGrowth = { id: string; keptBytes: number; compiled: number }

/**
 * What operations leave on the heap after many requests of each, good and faulty ones, and how often they made code. To look
 * at the heap takes as long as hundreds of requests: several operations may be looked at together.
 */
export const heapGrowth = async ({ requests, together = 1 }: Extent): Promise<HeapGrowth[]> => {
  await using app = await testApp({ settings: { LOG_LEVEL: 'silent', OVERLOAD_DELAY_MS: '60000' } })
  const store = await furnished(app)
  const limits = { perMinute: 10_000_000, perDay: 10_000_000 }
  const { key } = await app.createKey('enterprise', { scopes, limits })
  using compilations = countCompilations()

  const ask = async (operation: Operation, place: number): Promise<void> => {
    const { statusCode } = await app.send(
      requestOf(operation, { url: store.urlOf(operation), key, place }),
    )
    if (statusCode >= 500) throw new Error(`${operation.id}: ${statusCode}`)
  }
  // A stream that begins does not end.
  const asked = operations.filter(({ id }) => id !== 'streamEvents')
  const many = async (operation: Operation, count: number) => {
    for (let place = 0; place < count; place += 1) await ask(operation, place)
  }
  // What is kept of the first ones is kept once.
  for (const operation of asked) await many(operation, WARM_UP)
  let bytes = await heapBytes()
  const measure = async (some: readonly Operation[]): Promise<HeapGrowth> => {
    const before = { bytes, compiled: compilations.count() }
    for (const operation of some) await many(operation, requests)
    bytes = await heapBytes()
    const compiled = compilations.count() - before.compiled
    const id = some.map((operation) => operation.id).join(', ')
    return { id, keptBytes: bytes - before.bytes, compiled }
  }
  const measured: HeapGrowth[] = []
  for (let from = 0; from < asked.length; from += together) {
    const some = asked.slice(from, from + together)
    let growth = await measure(some)
    // What is really kept is kept each time; the rest is something that was still under way.
    for (let again = 0; again < AGAIN && growth.keptBytes >= NOTICEABLE_BYTES; again += 1) {
      growth = await measure(some)
    }
    measured.push(growth)
  }
  return measured
}

export const NOTICEABLE_BYTES = 512 * 1_024

const WARM_UP = 12
const AGAIN = 3

type Asked = { url: string; key: string; place: number }

const requestOf = (operation: Operation, { url, key, place }: Asked): InjectOptions => {
  const { method, body } = operation
  const isFaulty = place % 2 === 1
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(method === 'POST' && place % 10 === 0 && { 'idempotency-key': `${operation.id} ${place}` }),
  }
  const query = isFaulty && method === 'GET' ? `?unknown=${place}` : ''
  return {
    method,
    url: `${url}${query}`,
    headers,
    ...(body && { payload: JSON.stringify(isFaulty ? faulty : bodyOf(operation)) }),
  }
}

const faulty = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`f${place}`, place]))

const bodyOf = ({ id, body }: Operation): unknown =>
  id === 'createPets'
    ? { pets: Array(20).fill({ name: 'Biscuit', categoryId: 7 }) }
    : body && sampleOf(body)

/** Counts the functions that are made of text: what serialisers and validators are compiled to. */
const countCompilations = () => {
  const { Function: original } = globalThis
  let made = 0
  globalThis.Function = new Proxy(original, {
    construct: (target, parts) => {
      made += 1
      return Reflect.construct(target, parts)
    },
  })
  return {
    count: () => made,
    [Symbol.dispose]: () => {
      globalThis.Function = original
    },
  }
}
