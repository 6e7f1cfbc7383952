import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { bearer, newKey } from './keys.ts'
import type { PostgresServer } from './postgres.ts'
import type { TestRedis } from './redis.ts'
import { type Server, startServer } from './server.ts'

type Headers = Record<string, string>

type Options = {
  count: number
  postgres: Pick<PostgresServer, 'create' | 'drop'>
  redis: Pick<TestRedis, 'url' | 'prefix'>
  settings?: Record<string, string>
}

export type Replicas = Awaited<ReturnType<typeof startReplicas>>

/** Replicas of the real program, started together on an empty database and warmed up. */
export const startReplicas = async ({ count, postgres, redis, settings }: Options) => {
  const operator = newKey()
  const admin = bearer(operator)
  const database = await postgres.create()
  const shared = {
    DATABASE_URL: database,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    BOOTSTRAP_KEY: operator,
    // Stores respond slowly on a busy machine, and must not count as unavailable.
    REDIS_DEADLINE_MS: '1000',
    DATABASE_DEADLINE_MS: '10000',
    ...settings,
  }
  const all = await startAll(count, () => startServer({ folder: '', settings: shared }))
  const at = (index: number): Server => all[index % count] ?? assert.fail()
  const read = (one: Server, headers: Headers = admin, path = '/v1/pets?limit=1') => one.fetch(path, { headers })
  const post = (one: Server, path: string, body: object, headers: Headers = {}) =>
    one.fetch(path, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const readAtOnce = (times: number, headers: Headers) =>
    Promise.all(Array.from({ length: times }, (_, index) => read(at(index), headers)))
  // The first responses of a process are slow.

  await readAtOnce(20 * count, admin)

  return {
    all,
    at,
    admin,
    read,
    post,
    /** Spreads requests over the replicas. */
    readAtOnce,
    addPet: (one: Server, name: string, headers?: Headers) => post(one, '/v1/pets', { name, categoryId: 1 }, headers),
    /** The names of all animals, as one replica lists them. */
    async names(one: Server): Promise<string[]> {
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const path: string = `/v1/pets?limit=100${cursor && `&cursor=${cursor}`}`
        const { headers, json } = await read(one, admin, path)
        names.push(...json().map(({ name }: { name: string }) => name))
        cursor = headers.get('x-next-cursor')
      }
      return names
    },
    /** Uses the command line on the same stores. */
    async createKey(plan: string): Promise<{ id: string; accountId: string; headers: Headers }> {
      const { stdout } = await at(0).cli('keys', 'create', '--plan', plan, '--name', 'x', '--json')
      const { id, accountId, key } = JSON.parse(stdout)
      return { id: String(id), accountId: String(accountId), headers: bearer(key) }
    },
    /** Uses up the minute of a free key, and continues at one replica until the key is banned. */
    async bringBan(one: Server, headers: Headers): Promise<void> {
      await readAtOnce(60, headers)
      for (let sent = 0; sent < 50; sent += 1) {
        if ((await read(one, headers)).json().code === 'key_temporarily_banned') return
        await sleep(5)
      }
      assert.fail('no ban')
    },
    async stop(): Promise<void> {
      await Promise.all(all.map((one) => one.kill()))
      await postgres.drop(database)
    },
  }
}

/**
 * Starts several servers at once. If one does not start, the others are killed, because the test could not end
 * otherwise.
 */
export const startAll = async (count: number, start: () => Promise<Server>): Promise<Server[]> => {
  const starts = await Promise.allSettled(Array.from({ length: count }, start))
  const started = starts.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = starts.find((one) => one.status === 'rejected')
  if (!failed) return started
  await Promise.all(started.map((one) => one.kill()))
  throw failed.reason
}

/** Settings that lead to a ban soon. */
export const soonBanned = { BAN_STRIKES: '3', BAN_GRACE_MS: '1' }

/** The number of responses by status. */
export const countStatuses = (answers: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
