import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testClock } from '../../../test/harness/clock.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { banRules } from '../../../test/harness/limiter-under-test.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import {
  privateRedis,
  readNews,
  redisCli,
  skipWithoutRedis,
  type TestRedis,
  testRedis,
} from '../../../test/harness/redis.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { ShownChange } from '../../animals/pets/pet-responses.ts'
import { redisCatalogue } from '../../animals/pets/redis-catalogue.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { createLogger } from '../../platform/log.ts'
import { connectRedis } from '../../platform/redis/client.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Author } from '../author/author.ts'
import type { BanChange, BanRules } from './ban.ts'
import { limiterContract } from './limiter.contract.ts'
import type { Limiter, Subject } from './limiter.ts'
import { type MemoryLimiter, memoryLimiter } from './memory-limiter.ts'
import { addressPolicy, planPolicy, publishablePolicy } from './policy.ts'
import { forgetRedisBan, redisLimiter } from './redis-limiter.ts'
import { bansOnly, sqlLimiterStorage } from './sql-limiter-storage.ts'

const log = createLogger('silent')
/** For tests without failures: a busy machine must not make a limiter fall back. */
const patientMs = 1_000

type Opening = {
  redis: Pick<TestRedis, 'url' | 'prefix'>
  deadlineMs?: number
  database: Database<BanChange, Author>
  clock?: Clock
  rules?: BanRules
  timeMs?: () => number
  fallback?: Partial<MemoryLimiter>
}

/** The limiter of one replica. */
const open = async (opening: Opening) => {
  const { redis, database, clock = systemClock, rules = banRules, timeMs, fallback } = opening
  const address = { url: redis.url }
  const { deadlineMs = 300 } = opening
  let failures = 0
  const watch = {
    onReply() {},
    onFailure() {
      failures += 1
    },
  }
  const client = connectRedis({ address, prefix: redis.prefix, log, deadlineMs, watch })
  assert.ok(await client.ready(60_000))
  const storage = bansOnly(sqlLimiterStorage({ database }))
  const memory = await memoryLimiter({ clock, banRules: rules, storage })
  const heardOf: ShownChange[] = []
  const responses = { changed: (change: ShownChange) => void heardOf.push(change), clear() {} }
  const catalogue = redisCatalogue(client, responses)
  const limiter = redisLimiter({
    redis: client,
    news: catalogue.news,
    fallback: { ...memory, ...fallback },
    clock,
    banRules: rules,
    ...(timeMs && { timeMs }),
  })
  const waitedInVain = () => failures
  return {
    client,
    memory,
    catalogue,
    heardOf,
    limiter,
    waitedInVain,
    [Symbol.asyncDispose]: client.close,
  }
}

type Opened = Awaited<ReturnType<typeof open>>

const openDatabase = async () => {
  const folder = temporaryFolder()
  const database = await openForChanges(join(folder.path, 'store.db'), { clock: systemClock })
  const close = async () => {
    await database.close()
    folder.remove()
  }
  return { database, close, [Symbol.asyncDispose]: close }
}

const shared = await testRedis()
if (shared) {
  after(() => shared.close())
  limiterContract('redis', async ({ clock, banRules }) => {
    const { database, close } = await openDatabase()
    // The time of Redis follows the test's monotonic clock, and is never set.
    const startMs = clock.nowMs() - clock.steadyMs()
    const timeMs = () => startMs + clock.steadyMs()
    // Every decision of the contract must come from Redis.
    const unused = () => assert.fail('fell back to this process')
    const fallback = { take: unused, peek: unused }
    const { limiter, client } = await open({
      redis: shared,
      database,
      clock,
      rules: banRules,
      timeMs,
      fallback,
      deadlineMs: patientMs,
    })
    return {
      limiter,
      async close() {
        await client.close()
        await close()
      },
    }
  })
}

let lastId = 0n
const newAccount = () => {
  lastId += 1n
  return { accountId: lastId, keyId: lastId }
}
const free = planPolicy({ perMinute: 60, perDay: 1_000 })
const eager: BanRules = { ...banRules, graceMs: 0, strikes: 3 }
const closed = planPolicy({ perMinute: 100, perDay: 1 })

/** Sends bursts of requests after a 429 until the key is banned. */
const bringBan = async (limiter: Limiter, subject: Subject, pass: () => unknown = () => sleep(2)): Promise<void> => {
  for (let count = 0; count < 50; count += 1) {
    if ((await limiter.take(subject, closed)).ban) return
    await pass()
  }
  assert.fail('no ban')
}

/** Each change in one process is received with the next decision in the other, for any account. */
const assertChangesCome = async (one: Opened, other: Opened) => {
  await eventually('the process is up to date', () => readNews(other.client, other.catalogue.news))
  for (let round = 1n; round <= 20n; round += 1n) {
    const change = { after: { id: round, name: 'Ada', categoryId: 1n, status: 'sold' } } as const
    await one.catalogue.changed([change])
    const accounts = [newAccount(), newAccount()]
    const decisions = await Promise.all(
      accounts.flatMap((account) => [other.limiter.take(account, free), other.limiter.peek(account, free)]),
    )
    assert.ok(decisions.every(({ isCatalogueCurrent }) => isCatalogueCurrent))
    assert.deepEqual(other.heardOf.splice(0), [change])
  }
}

describe('limiters of many processes', { skip: shared ? false : skipWithoutRedis }, () => {
  if (!shared) return
  // The contract uses other accounts.
  const redis = { ...shared, prefix: `${shared.prefix}many:` }
  const deadlineMs = patientMs

  test('of 600 concurrent requests through three processes, exactly the 60 within the limit are allowed', async () => {
    await using store = await openDatabase()
    // Otherwise each process estimates by how much the clock of Redis differs from its own.
    const { nowMs: timeMs } = systemClock
    const one = () => open({ redis, deadlineMs, timeMs, ...store })
    const replicas = await Promise.all([one(), one(), one()])
    const account = newAccount()
    const decisions = await Promise.all(
      Array.from({ length: 200 }, () => replicas.map(({ limiter }) => limiter.take(account, free))).flat(),
    )
    assert.equal(decisions.filter(({ allowed }) => allowed).length, 60)
    const resets = new Set(decisions.map(({ windows }) => windows[0]?.resetAtMs))
    assert.equal(resets.size, 1, 'all responses have the same reset')
    for (const { client } of replicas) await client.close()
  })

  test('another process receives a change once, with its next decision', async () => {
    await using store = await openDatabase()
    await using one = await open({ redis, deadlineMs, ...store })
    await using other = await open({ redis, deadlineMs, ...store })
    await assertChangesCome(one, other)
  })

  test('a ban of one process is in force in all, is stored, and is lifted in all', async () => {
    await using store = await openDatabase()
    await using one = await open({ redis, deadlineMs, ...store, rules: eager })
    await using other = await open({ redis, deadlineMs, ...store, rules: eager })
    const account = newAccount()
    await bringBan(one.limiter, account)
    const seen = await other.limiter.take(account, closed)
    assert.ok(seen.ban && seen.ban.endsInMs > 200_000)
    const stored = await sqlLimiterStorage({ database: store.database }).loadBans()
    assert.deepEqual(
      stored.map(({ keyId, level }) => [keyId, level]),
      [[account.keyId, 1]],
    )
    one.memory.forgetBan(account.keyId)
    assert.equal(await forgetRedisBan(one.client, account), true)
    assert.equal((await other.limiter.peek(account, closed)).ban, undefined)
    assert.equal((await one.limiter.peek(account, closed)).ban, undefined)
  })

  test('windows and bans follow the clock of Redis, whatever the clocks of the processes', async () => {
    await using store = await openDatabase()
    const late: Clock = { ...systemClock, nowMs: () => Date.now() - 3_600_000 }
    await using one = await open({ redis, deadlineMs, ...store })
    await using other = await open({ redis, deadlineMs, ...store, clock: late })
    const account = newAccount()
    const [minute] = (await one.limiter.take(account, free)).windows
    const [later] = (await other.limiter.take(account, free)).windows
    assert.equal(later?.remaining, 58)
    assert.ok(Math.abs((later?.resetsInMs ?? 0) - (minute?.resetsInMs ?? 0)) < MINUTE_MS / 2)
    assert.ok(Math.abs((later?.resetAtMs ?? 0) - (late.nowMs() + MINUTE_MS)) < MINUTE_MS / 2)
  })

  test('nothing exceeds its length if the clock of Redis is set back', async () => {
    await using store = await openDatabase()
    let nowMs = Date.now()
    const timeMs = () => nowMs
    await using one = await open({ redis, deadlineMs, ...store, rules: eager, timeMs })
    const [account, banned] = [newAccount(), newAccount()]
    const policy = planPolicy({ perMinute: 1, perDay: 5 })
    assert.ok((await one.limiter.take(account, policy)).allowed)
    for (let count = 0; count < 6; count += 1) {
      nowMs += 1
      await one.limiter.take(banned, closed)
    }
    nowMs -= 365 * 86_400_000
    const [minute, day] = (await one.limiter.take(account, policy)).windows
    assert.deepEqual([minute?.resetsInMs, day?.resetsInMs], [MINUTE_MS, 86_400_000])
    const ban = (await one.limiter.take(banned, closed)).ban
    assert.ok(ban && ban.endsInMs <= eager.maxMs)
    nowMs += MINUTE_MS
    assert.ok((await one.limiter.take(account, policy)).allowed)
  })

  test('every Redis key expires soon after its content is over', async () => {
    await using store = await openDatabase()
    await using one = await open({ redis, deadlineMs, ...store, rules: eager })
    const account = newAccount()
    const address = `192.0.2.${account.accountId}`
    await one.limiter.take({ address }, addressPolicy(5))
    await one.limiter.take(account, free)
    await bringBan(one.limiter, account)
    const page = publishablePolicy({ perMinute: 2, perDay: 5 })
    for (const visitor of ['192.0.2.1', '2001:db8:0:1::/64', '192.0.2.3', '192.0.2.4']) {
      await one.limiter.take({ ...account, visitor }, page)
    }
    const keys = (await redisCli(redis.url, 'KEYS', `${redis.prefix}{*`)).split('\n')
    assert.ok(keys.includes(`${redis.prefix}{ip:${address}}`))
    const ttls = (await redisCli(redis.url, 'EVAL', ttlOfEach, String(keys.length), ...keys)).split('\n')
    assert.equal(ttls.length, keys.length)
    for (const [at, key] of keys.entries()) {
      const seconds = Number(ttls[at])
      const mostSeconds = /ip:|:pub:/.test(key) ? 120 : 90_000
      assert.ok(seconds > 0 && seconds <= mostSeconds, `${key} expires after ${seconds} s`)
    }
    // Only admitted clients take space, so rejected addresses cannot fill Redis.
    assert.deepEqual(
      keys
        .filter((key) => key.includes(':pub:'))
        .map((key) => key.split(':pub:')[1])
        .sort(),
      ['192.0.2.1', '2001:db8:0:0::/56', '2001:db8:0:1::/64', '2001:db8:0::/48'],
    )
  })
})

/** One script for all keys, because starting a program for each takes longer. */
const ttlOfEach = "local ttls = {} for at, key in ipairs(KEYS) do ttls[at] = redis.call('TTL', key) end return ttls"

const faulty = await privateRedis()

describe('when Redis fails', { skip: faulty ? false : skipWithoutRedis }, () => {
  if (!faulty) return
  const { faults } = faulty
  after(() => faulty.close())

  const failures = {
    frozen: { begin: async () => faults.freeze(), end: async () => faults.thaw() },
    killed: { begin: faults.kill, end: faults.restart },
  }
  for (const [name, { begin, end }] of Object.entries(failures)) {
    test(`${name}: only calls in flight wait, a banned key stays banned, and limits apply again when it is back`, async () => {
      await using store = await openDatabase()
      await using one = await open({ redis: faulty, ...store, rules: eager })
      await using other = await open({ redis: faulty, ...store, rules: eager })
      const [account, banned] = [newAccount(), newAccount()]
      await bringBan(one.limiter, banned)
      // Like the channel.
      await other.memory.reloadBans()
      await begin()
      for (const { limiter, waitedInVain } of [one, other]) {
        const before = waitedInVain()
        const all = await Promise.all(Array.from({ length: 50 }, () => limiter.take(account, free)))
        assert.ok(all.every(({ allowed }) => allowed))
        for (let count = 0; count < 20; count += 1) {
          assert.ok((await limiter.take(banned, closed)).ban)
        }
        const waited = waitedInVain() - before
        assert.ok(waited <= 5, `${waited} calls waited for Redis`)
        assert.equal(all[0]?.isCatalogueCurrent, undefined)
      }
      await sleep(1_500)
      await end()
      await eventually('both clients are connected again', () => one.client.isUp() && other.client.isUp())
      const fresh = newAccount()
      const decisions = await Promise.all(
        Array.from({ length: 100 }, () => [one, other].map(({ limiter }) => limiter.take(fresh, free))).flat(),
      )
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 60)
      for (const { limiter } of [one, other]) assert.ok((await limiter.take(banned, closed)).ban)
    })
  }

  test('a ban outlives a Redis that lost its data, and the next one is longer', async () => {
    await using store = await openDatabase()
    const clock = testClock()
    const startMs = clock.nowMs() - clock.steadyMs()
    const timeMs = () => startMs + clock.steadyMs()
    const opening = { redis: faulty, ...store, rules: eager, clock, timeMs }
    const pass = () => clock.advance(2)
    const banned = newAccount()
    {
      await using one = await open(opening)
      await bringBan(one.limiter, banned, pass)
      await faults.kill()
      await faults.restart()
      await eventually('Redis is back', () => one.client.isUp())
      assert.ok((await one.limiter.take(banned, closed)).ban)
    }
    await using later = await open(opening)
    clock.advance(eager.firstMs)
    await bringBan(later.limiter, banned, pass)
    assert.equal((await sqlLimiterStorage({ database: store.database }).loadBans())[0]?.level, 2)
  })

  test('a process without Redis continues from the last reply of Redis', async () => {
    await using store = await openDatabase()
    await using one = await open({ redis: faulty, ...store })
    const account = newAccount()
    for (let count = 0; count < 50; count += 1) await one.limiter.take(account, free)
    const before = await one.limiter.peek(account, free)
    faults.freeze()
    const alone = await one.limiter.take(account, free)
    assert.deepEqual(
      alone.windows.map(({ remaining }) => remaining),
      [9, 949],
    )
    assert.ok(Math.abs((alone.windows[0]?.resetAtMs ?? 0) - (before.windows[0]?.resetAtMs ?? 0)) < MINUTE_MS / 10)
    faults.thaw()
    await eventually('Redis is back', () => one.client.isUp())
  })

  test('a process without Redis limits and bans on its own', async () => {
    await using store = await openDatabase()
    await using one = await open({ redis: faulty, ...store, rules: eager })
    faults.freeze()
    const account = newAccount()
    const decisions = []
    for (let count = 0; count < 70; count += 1) decisions.push(await one.limiter.take(account, free))
    assert.equal(decisions.filter(({ allowed }) => allowed).length, 60)
    await bringBan(one.limiter, newAccount())
    faults.thaw()
    await eventually('Redis is back', () => one.client.isUp())
    assert.ok((await one.limiter.take({ accountId: lastId, keyId: lastId }, closed)).ban)
  })
})
