import type { InjectOptions } from 'light-my-request'
import { scopes } from '../../server/requests/access/scope.ts'
import { testApp } from './app.ts'
import { heapBytes } from './heap-bytes.ts'
import { furnished, type Operation, operations, sampleOf } from './operations.ts'

type Extent = { requests: number; together?: number }
/** For one operation, or for several together. */
type HeapGrowth = { id: string; keptBytes: number; compiled: number }

/**
 * How much heap operations keep after many valid and invalid requests, and how often they compile code. Measuring the
 * heap takes as long as hundreds of requests, so several operations can be measured together.
 */
export const heapGrowth = async ({ requests, together = 1 }: Extent): Promise<HeapGrowth[]> => {
  await using app = await testApp({ settings: { LOG_LEVEL: 'silent', OVERLOAD_DELAY_MS: '60000' } })
  const store = await furnished(app)
  const limits = { perMinute: 10_000_000, perDay: 10_000_000 }
  const { key } = await app.createKey('enterprise', { scopes, limits })
  using compilations = countCompilations()

  const ask = async (operation: Operation, place: number): Promise<void> => {
    const { statusCode } = await app.send(requestOf(operation, { url: store.urlOf(operation), key, place }))
    if (statusCode >= 500) throw new Error(`${operation.id}: ${statusCode}`)
  }
  // A stream would never end.
  const asked = operations.filter(({ id }) => id !== 'streamEvents')
  const many = async (operation: Operation, count: number) => {
    for (let place = 0; place < count; place += 1) await ask(operation, place)
  }
  // Caches that the first requests fill are not growth.
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
    // A leak grows each time; anything else was still being cleaned up.
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
  id === 'createPets' ? { pets: Array(20).fill({ name: 'Biscuit', categoryId: 7 }) } : body && sampleOf(body)

/** Counts functions that are compiled from text, as serializers and validators are. */
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
