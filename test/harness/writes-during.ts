import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { startHaproxy } from './haproxy.ts'
import { newKey } from './keys.ts'
import type { TestRedis } from './redis.ts'
import { compareStored, startWriters } from './repeating-writers.ts'
import { startReplicas } from './replicas.ts'

/** Acknowledged before something happens, and again before the test ends. */
const ANIMALS = 100
const REPLICAS = 3

/** Replicas of the service on a database, with clients that write to them while something happens to it. */
export const startWrittenStore = async (
  { url, redis }: { url: string; redis: TestRedis },
  stack: AsyncDisposableStack,
) => {
  const key = newKey()
  const settings = {
    SECRET_KEY: 'a key of tests and of nobody else',
    BOOTSTRAP_KEY: key,
    TRUST_PROXY: '127.0.0.1',
    // The default: it decides when a frozen primary is given up.
    DATABASE_DEADLINE_MS: '1800',
  }
  const postgres = { create: async () => url, drop: async () => {} }
  const replicas = await startReplicas({ count: REPLICAS, postgres, redis, settings })
  stack.defer(replicas.stop)
  const { address } = stack.use(await startHaproxy(replicas.all.map(({ port }) => `127.0.0.1:${port}`)))
  const all: { acknowledged: ReturnType<typeof startWriters>['acknowledged'] } = {
    acknowledged: [],
  }

  return {
    /** Of the replicas, and for the command line. */
    settings: { ...settings, DATABASE_URL: url },
    /**
     * Checks that no write is lost or doubled while `happen` runs and, once writes work again, `repair`. Returns how long
     * after the start of `happen` that was.
     */
    async writeDuring(t: TestContext, happen: () => Promise<void>, repair: () => Promise<void>): Promise<number> {
      const writers = startWriters(address, key, { prefix: `${t.name}, ` })
      const observe = async () => {
        await writers.more(ANIMALS)
        const startedMs = performance.now()
        await happen()
        const happenedMs = performance.now()
        const resumedMs = await writers.resumedAfter(happenedMs)
        await writers.more(ANIMALS)
        await repair()
        await writers.more(ANIMALS)
        return { resumedMs, sinceStartMs: happenedMs - startedMs + resumedMs }
      }
      const { resumedMs, sinceStartMs } = await observe().finally(writers.stop)
      all.acknowledged.push(...writers.acknowledged)
      const outcome = compareStored(all, await namesIn(url))
      t.diagnostic(
        JSON.stringify({
          acknowledged: writers.acknowledged.length,
          acknowledgedInAll: outcome.acknowledged,
          lost: outcome.lost,
          doubled: outcome.doubled,
          resumedAfterMs: Math.round(resumedMs),
          sinceStartMs: Math.round(sinceStartMs),
          failures: writers.failures,
        }),
      )
      assert.deepEqual([outcome.lost, outcome.doubled], [0, 0])
      for (const { child } of replicas.all) assert.deepEqual([child.exitCode, child.signalCode], [null, null])
      return sinceStartMs
    },
  }
}

const namesIn = async (url: string): Promise<string[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select name from pets')
  await client.end()
  return rows.map(({ name }) => String(name))
}
