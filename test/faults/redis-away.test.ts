import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { readMetrics } from '../harness/metrics.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { countStatuses, type Replicas, soonBanned, startReplicas } from '../harness/replicas.ts'

/** Longer than a silent connection is kept open. */
const AWAY_MS = 2_500
const CLIENTS = 8
const ANSWERS_ALONE = 200
/**
 * The calls that may be in progress when it fails: a decision for each client, and the queries of the replica itself.
 */
const MOST_WAITING = 2 * CLIENTS

const redis = await privateRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

suite('Redis becomes unavailable under load on two replicas', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  const { faults } = redis
  let replicas: Replicas

  before(async () => {
    const postgres = await sharedPostgres()
    replicas = await startReplicas({ count: 2, postgres, redis, settings: soonBanned })
  })
  after(async () => {
    await replicas.stop()
    await redis.close()
  })

  /** For each replica: who decides, how often it decided alone, and how many calls to Redis timed out. */
  const figures = () =>
    Promise.all(
      replicas.all.map(async (one) => {
        const metrics = readMetrics((await one.fetch('/metrics')).body)
        const of = (name: string) => metrics.get(`adoption_${name}`) ?? assert.fail(name)
        return {
          up: of('limiter_shared'),
          alone: of('limiter_fallback_decisions_total'),
          waited: of('redis_failures_total'),
        }
      }),
    )

  const kinds = [
    {
      name: 'frozen',
      leave: async () => void faults.freeze(),
      back: async () => void faults.thaw(),
    },
    { name: 'killed', leave: faults.kill, back: faults.restart },
  ]
  for (const { name, leave, back } of kinds) {
    test(`${name}: only requests in progress wait, nothing returns 5xx, bans stay, and limits are exact again afterwards`, async (t) => {
      const banned = await replicas.createKey('free')
      const fresh = await replicas.createKey('free')
      await replicas.bringBan(replicas.at(0), banned.headers)
      const stopped = new AbortController()
      let answered = 0
      const load = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; !stopped.signal.aborted; turn += 1) {
          const one = replicas.at(turn)
          if (client === 0) {
            const { json } = await replicas.read(one, banned.headers)
            assert.equal(json().code, 'key_temporarily_banned')
          } else if (client === 1) {
            assert.equal((await replicas.addPet(one, 'under load')).status, 201)
          } else assert.equal((await replicas.read(one)).status, 200)
          answered += 1
          await sleep(20)
        }
      })
      const loaded = Promise.all(load)
      const whileLoaded = (work: Promise<unknown>) => Promise.race([work, loaded])
      const goesOn = (by: number) => {
        const before = answered
        return whileLoaded(eventually('requests are answered', () => answered >= before + by))
      }
      await goesOn(100)
      const before = await figures()
      await leave()
      await whileLoaded(sleep(AWAY_MS))
      await goesOn(ANSWERS_ALONE)
      const away = await figures()
      await back()
      await whileLoaded(eventually('all count together', async () => (await figures()).every(({ up }) => up === 1)))
      const answers = await replicas.readAtOnce(300, fresh.headers)
      stopped.abort()
      await loaded
      assert.deepEqual(countStatuses(answers), { 200: 60, 429: 240 })
      for (const [index, { alone, waited }] of away.entries()) {
        const aloneNow = alone - (before[index]?.alone ?? 0)
        const waitedNow = waited - (before[index]?.waited ?? 0)
        t.diagnostic(`${aloneNow} decisions without Redis, ${waitedNow} calls waited for it`)
        assert.ok(aloneNow > ANSWERS_ALONE / 4, `${aloneNow} decisions`)
        assert.ok(waitedNow <= MOST_WAITING, `${waitedNow} calls waited for Redis`)
      }
    })
  }
})
