import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { startHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { startLink } from '../harness/link.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { rounds } from '../harness/rounds.ts'
import { type Server, startServer } from '../harness/server.ts'
import { unreliableProxy } from '../harness/unreliable-proxy.ts'

const WRITES = rounds({ usual: 8, torture: 60 })
/** Half the age that a cached response may have. */
const STALE_MS = 30_000

const redis = await testRedis()
const skip = (redis ? (whyNoPostgres() ?? whyNoHaproxy()) : skipWithoutRedis) ?? false

suite('one of two replicas loses Redis', { skip }, () => {
  if (!redis || skip) return
  after(() => redis.close())

  for (const fault of ['connections are refused', 'nothing responds'] as const) {
    test(`${fault}: the other one shows its writes, and the balancer sends it no more`, async (t) => {
      const postgres = await sharedPostgres()
      const key = newKey()
      using link = await startLink(Number(new URL(redis.url).port))
      using proxy = await unreliableProxy(() => link.port)
      const settings = {
        DATABASE_URL: await postgres.create(),
        REDIS_PREFIX: redis.prefix + fault.length,
        BOOTSTRAP_KEY: key,
        TRUST_PROXY: '127.0.0.1',
        LOG_REQUESTS: 'all',
      }
      await using other = await startServer({
        folder: '',
        settings: { ...settings, REDIS_URL: redis.url },
      })
      await using lost = await startServer({
        folder: '',
        settings: { ...settings, REDIS_URL: proxy.address.replace('http', 'redis') },
      })
      const addresses = [lost, other].map(({ port }) => `127.0.0.1:${port}`)
      await using balancer = await startHaproxy(addresses)

      const add = async (address: string, id: string): Promise<number> => {
        const response = await fetch(`${address}/v1/pets`, {
          method: 'POST',
          headers: { ...bearer(key), 'content-type': 'application/json', 'x-request-id': id },
          body: JSON.stringify({ name: id, categoryId: 1 }),
        })
        await response.text()
        return response.status
      }
      const newest = async (): Promise<string> =>
        (await other.fetch('/v1/pets?limit=1&sort=-id', { headers: bearer(key) })).json()[0]?.name
      /** For how long the other replica shows an old list after a write. */
      const staleMs = async (id: string): Promise<number> => {
        await newest()
        assert.equal(await add(lost.address, id), 201)
        return eventually(`${id} is shown`, async () => (await newest()) === id)
      }
      const canWrite = async (one: Server) => (await one.fetch('/readyz?require=write')).status === 200
      const hasLogged = ({ output }: Server, id: string) => output.some((line) => line.includes(`"requestId":"${id}"`))

      await eventually('both are ready', async () => (await canWrite(lost)) && canWrite(other))
      assert.equal(await add(lost.address, 'first'), 201)
      assert.equal(await newest(), 'first')
      if (fault === 'nothing responds') link.silence()
      else proxy.stop()
      let longestMs = 0
      for (let n = 0; n < WRITES; n += 1) longestMs = Math.max(longestMs, await staleMs(`write-${n}`))
      t.diagnostic(`stale for at most ${Math.round(longestMs)} ms after ${WRITES} writes`)
      assert.ok(longestMs < STALE_MS, `stale for ${longestMs} ms`)

      await eventually('it says so', async () => !(await canWrite(lost)))
      assert.ok(await canWrite(other))
      let round = 0
      const isAvoided = async () => {
        round += 1
        const ids = Array.from({ length: 10 }, (_, n) => `balanced-${round}-${n}`)
        for (const id of ids) assert.equal(await add(balancer.address, id), 201)
        await eventually('all are logged', () => ids.every((id) => hasLogged(lost, id) || hasLogged(other, id)))
        return ids.every((id) => hasLogged(other, id))
      }
      await eventually('the balancer has noticed', isAvoided)
      assert.ok(await isAvoided())

      link.mend()
      if (fault !== 'nothing responds') await proxy.start()
      await eventually('it is ready for writes again', () => canWrite(lost))
      assert.equal(await add(lost.address, 'last'), 201)
      assert.equal(await newest(), 'last')
    })
  }
})
