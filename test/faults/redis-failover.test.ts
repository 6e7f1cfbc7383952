import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { readMetrics } from '../harness/metrics.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis } from '../harness/redis.ts'
import { countStatuses, type Replicas, soonBanned, startReplicas } from '../harness/replicas.ts'
import { startSentinels } from '../harness/sentinel.ts'

const CLIENTS = 4
/**
 * The calls that may be in progress when the master fails: a decision for each client, and the queries of the replica
 * itself.
 */
const MOST_WAITING = 2 * CLIENTS

const redis = await startSentinels({ downAfterMs: 2_000 })
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

suite('a failover of Redis under load on two replicas', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  let replicas: Replicas

  before(async () => {
    const postgres = await sharedPostgres()
    replicas = await startReplicas({ count: 2, postgres, redis, settings: soonBanned })
  })
  after(async () => {
    await replicas.stop()
    await redis.close()
  })

  const figures = () =>
    Promise.all(
      replicas.all.map(async (one) => {
        const metrics = readMetrics((await one.fetch('/metrics')).body)
        const of = (name: string) => metrics.get(`adoption_${name}`) ?? assert.fail(name)
        return { isShared: of('limiter_shared') === 1, waited: of('redis_failures_total') }
      }),
    )
  const areShared = async () => (await figures()).every(({ isShared }) => isShared)
  /** A plan of 60 a minute allows exactly 60, through both replicas together. */
  const assertExact = async () => {
    const { headers } = await replicas.createKey('free')
    const answers = await replicas.readAtOnce(300, headers)
    assert.deepEqual(countStatuses(answers), { 200: 60, 429: 240 })
  }

  for (const [name, failure] of [
    ['killed', 'kill'],
    ['frozen', 'freeze'],
  ] as const) {
    test(`the master is ${name}: no 5xx, and both count together again through the new one, without a restart`, async () => {
      await eventually('both count together', areShared)
      await assertExact()
      const banned = await replicas.createKey('free')
      await replicas.bringBan(replicas.at(0), banned.headers)
      const { master, other } = await redis.roles()
      const stopped = new AbortController()
      let answered = 0
      const load = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; !stopped.signal.aborted; turn += 1) {
          const response = await replicas.read(replicas.at(turn), client === 0 ? banned.headers : undefined)
          if (client === 0) assert.equal(response.json().code, 'key_temporarily_banned')
          else assert.equal(response.status, 200)
          answered += 1
          await sleep(20)
        }
      })
      const loaded = Promise.all(load)
      const whileLoaded = (work: Promise<unknown>) => Promise.race([work, loaded])
      const before = await figures()
      const answeredBefore = answered
      await master.faults[failure]()
      await whileLoaded(eventually('one counts alone', async () => !(await areShared())))
      const has = (role: string, url: string) => async () => (await redis.roleOf(url)) === role
      await whileLoaded(eventually('the replica is the master', has('master', other.url)))
      await whileLoaded(eventually('both count together', areShared))
      assert.ok(answered > answeredBefore)
      for (const [index, { waited }] of (await figures()).entries()) {
        const waitedNow = waited - (before[index]?.waited ?? 0)
        assert.ok(waitedNow <= MOST_WAITING, `${waitedNow} calls waited for Redis`)
      }
      await assertExact()
      // The old master returns, still believes to be the master, and soon follows the new one.
      await (failure === 'kill' ? master.faults.restart() : master.faults.thaw())
      await whileLoaded(eventually('the old master follows', has('slave', master.url)))
      stopped.abort()
      await loaded
      await eventually('the new master stays', has('master', other.url))
      await eventually('both count together', areShared)
      await assertExact()
    })
  }
})
