import assert from 'node:assert/strict'
import { eventually } from './eventually.ts'
import { startHaproxy } from './haproxy.ts'
import { bearer, newKey } from './keys.ts'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import type { TestRedis } from './redis.ts'
import { startAll } from './replicas.ts'
import { type Server, startServer } from './server.ts'

export type Balanced = Awaited<ReturnType<typeof startBalanced>>

/** A response as a client of the load balancer sees it; status 0 if the connection ended without one. */
export type Seen = { status: number; headers: Headers; body: string }

/** Replicas of the real program behind the HAProxy configuration that we ship, on a PostgreSQL that tests may break. */
export const startBalanced = async (redis: TestRedis, count = 3) => {
  const postgres: PrivatePostgres = await startPostgres()
  const key = newKey()
  const settings: Record<string, string> = {
    DATABASE_URL: await postgres.create(),
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    BOOTSTRAP_KEY: key,
    TRUST_PROXY: '127.0.0.1',
    LOG_REQUESTS: 'all',
    // Short, because tests wait until it passes, but long enough for replicas that start together on a busy machine.
    DATABASE_DEADLINE_MS: '6000',
  }
  const start = (port = 0) => startServer({ folder: '', settings: { ...settings, PORT: String(port) } })
  const replicas = await startAll(count, start).catch(async (error) => {
    await postgres.stop()
    throw error
  })
  const end = async () => {
    await Promise.all(replicas.map((one) => one.kill()))
    await postgres.stop()
  }
  const addresses = replicas.map(({ port }) => `127.0.0.1:${port}`)
  const balancer = await startHaproxy(addresses).catch(async (error) => {
    await end()
    throw error
  })

  const request = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const headers = { ...bearer(key), ...(init.headers as Record<string, string>) }
    try {
      const response = await fetch(`${balancer.address}${path}`, { ...init, headers })
      return { status: response.status, headers: response.headers, body: await response.text() }
    } catch {
      return { status: 0, headers: new Headers(), body: '' }
    }
  }
  const at = (index: number): Server => replicas[index] ?? assert.fail()
  /** Restarts one that has ended. */
  const restart = async (index: number): Promise<void> => {
    replicas[index] = await start(at(index).port)
  }
  const isReady = (one: Server): Promise<boolean> =>
    one.fetch('/readyz').then(
      ({ body }) => body.includes('"ready"'),
      () => false,
    )
  return {
    postgres,
    balancer,
    replicas,
    key,
    at,
    request,
    addPet: (name: string, headers: Record<string, string> = {}) =>
      request('/v1/pets', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name, categoryId: 1 }),
      }),
    restart,
    /** Restores the initial state, whatever was broken. */
    async whole(): Promise<void> {
      for (const [index, { child }] of replicas.entries())
        if (child.exitCode !== null || child.signalCode !== null) await restart(index)
      for (const one of replicas) await eventually('all replicas are ready', () => isReady(one), 20_000)
    },
    async names(): Promise<string[]> {
      const names: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Seen = await request(`/v1/pets?limit=100${cursor && `&cursor=${cursor}`}`)
        assert.equal(page.status, 200, page.body)
        names.push(...JSON.parse(page.body).map(({ name }: { name: string }) => name))
        cursor = page.headers.get('x-next-cursor')
      }
      return names
    },
    async stop(): Promise<void> {
      postgres.thaw()
      await balancer[Symbol.asyncDispose]()
      await end()
    },
  }
}

/** Checks what every error has, whether a replica or the balancer sends it. */
export const assertError = ({ status, headers, body }: Seen): { code: string } => {
  assert.match(headers.get('content-type') ?? '', /^application\/json/, body)
  const error = JSON.parse(body)
  assert.equal(error.status, status)
  assert.equal(error.requestId, headers.get('x-request-id'))
  assert.equal(headers.get('cache-control'), 'no-store')
  if (status >= 500) assert.ok(Number(headers.get('retry-after')) >= 1, body)
  return error
}
