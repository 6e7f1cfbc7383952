import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { countStatuses, type Replicas, soonBanned, startReplicas } from '../harness/replicas.ts'

const AWAY_MS = 2_500
const BACK_WITHIN_MS = 2_000
const CLIENTS = 8

const redis = await privateRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

suite('Redis away under load on two replicas', { skip: whyNot ?? false }, () => {
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

  const kinds = [
    {
      name: 'frozen',
      leave: async () => void faults.freeze(),
      back: async () => void faults.thaw(),
    },
    { name: 'killed', leave: faults.kill, back: faults.restart },
  ]
  for (const { name, leave, back } of kinds) {
    test(`${name}: answers in time, no 5xx, bans stay; back: limits hold exactly`, async (t) => {
      const banned = await replicas.createKey('free')
      const fresh = await replicas.createKey('free')
      await replicas.bringBan(replicas.at(0), banned.headers)
      const stopped = new AbortController()
      const tookMs: number[] = []
      const load = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; !stopped.signal.aborted; turn += 1) {
          const one = replicas.at(turn)
          const startedAtMs = performance.now()
          if (client === 0) {
            const { json } = await replicas.read(one, banned.headers)
            assert.equal(json().code, 'key_temporarily_banned')
          } else if (client === 1) {
            assert.equal((await replicas.addPet(one, 'under load')).status, 201)
          } else assert.equal((await replicas.read(one)).status, 200)
          tookMs.push(performance.now() - startedAtMs)
          await sleep(5)
        }
      })
      const loaded = Promise.all(load)
      await Promise.race([sleep(300), loaded])
      await leave()
      await Promise.race([sleep(AWAY_MS), loaded])
      await back()
      await Promise.race([sleep(BACK_WITHIN_MS), loaded])
      const answers = await replicas.readAtOnce(300, fresh.headers)
      stopped.abort()
      await loaded
      assert.deepEqual(countStatuses(answers), { 200: 60, 429: 240 })
      tookMs.sort((a, b) => a - b)
      const p99Ms = tookMs[Math.floor(tookMs.length * 0.99)] ?? Infinity
      const maxMs = tookMs.at(-1) ?? Infinity
      t.diagnostic(`${tookMs.length} answers, p99 ${p99Ms.toFixed()} ms, max ${maxMs.toFixed()} ms`)
      assert.ok(p99Ms < 200 && maxMs < 1_000, `p99 ${p99Ms} ms, max ${maxMs} ms`)
    })
  }
})
