import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { banRules } from '../../../test/harness/limiter-under-test.ts'
import { openSqlite } from '../../../test/harness/open-store.ts'
import { redisCli, skipWithoutRedis, testRedis } from '../../../test/harness/redis.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { createLogger } from '../../platform/log.ts'
import { connectRedis } from '../../platform/redis/client.ts'
import type { Database } from '../../platform/storage/database.ts'
import { dayWindows } from './day-windows.ts'
import { memoryLimiter } from './memory-limiter.ts'
import { planPolicy, publishablePolicy } from './policy.ts'
import { redisLimiter } from './redis-limiter.ts'
import { sqlDayStorage } from './sql-day-storage.ts'

const shared = await testRedis()
const plan = planPolicy({ perMinute: 60, perDay: 1_000 })
const limited = planPolicy({ perMinute: 60, perDay: 1_000 }, { perDay: 100 })

describe('the day limit after Redis lost its data', {
  skip: shared ? false : skipWithoutRedis,
}, () => {
  if (!shared) return
  after(() => shared.close())
  let nowMs = Date.now()
  let lastId = 0n
  const newAccount = () => {
    lastId += 1n
    return { accountId: lastId, keyId: lastId }
  }
  type Account = ReturnType<typeof newAccount>

  /** The limiter of one replica, and its requests. */
  const open = async (database: Database) => {
    const redis = connectRedis({
      address: { url: shared.url },
      prefix: shared.prefix,
      log: createLogger('silent'),
      deadlineMs: 1_000,
    })
    assert.ok(await redis.ready(2_000))
    const clock: Clock = { ...systemClock, nowMs: () => nowMs }
    const storage = { loadWindows: async () => [], saveWindows: async () => {} }
    const bans = { loadBans: async () => [], saveBan: async () => {} }
    const fallback = await memoryLimiter({ clock, banRules, storage: { ...storage, ...bans } })
    const days = await dayWindows({ storage: sqlDayStorage(database), clock })
    const timeMs = () => nowMs
    const limiter = redisLimiter({ redis, fallback, clock, banRules, days, timeMs })
    const take = async (account: Account, count = 1, policy = plan) => {
      for (let taken = 0; taken < count; taken += 1) await limiter.take(account, policy)
    }
    const left = async (account: Account, policy = plan) =>
      (await limiter.peek(account, policy)).windows.map(({ remaining }) => remaining)
    return { days, take, left, [Symbol.asyncDispose]: redis.close }
  }

  const openDatabase = async () => {
    const folder = temporaryFolder()
    const database = await openSqlite({ path: join(folder.path, 'store.db') })
    const close = async () => {
      await database.close()
      folder.remove()
    }
    return { database, [Symbol.asyncDispose]: close }
  }

  const empty = async () => {
    const keys = (await redisCli(shared.url, 'KEYS', `${shared.prefix}*`)).split('\n')
    await redisCli(shared.url, 'DEL', ...keys.filter(Boolean), `${shared.prefix}none`)
  }

  test("continues from the process's own counts, and the minute starts again", async () => {
    await using store = await openDatabase()
    await using one = await open(store.database)
    const account = newAccount()
    await one.take(account, 7, limited)
    nowMs += 3_600_000
    await one.take(account, 3, limited)
    assert.deepEqual(await one.left(account, limited), [57, 90])
    await empty()
    assert.deepEqual(await one.left(account, limited), [60, 90])
    await one.take(account, 1, limited)
    assert.deepEqual(await one.left(account, limited), [59, 89])
    assert.deepEqual(await one.left({ ...account, keyId: 9_999n }), [59, 989])
    // It ends when it would have ended.
    nowMs += DAY_MS - 3_600_000
    assert.deepEqual(await one.left(account, limited), [60, 100])
  })

  test('also continues for publishable keys, separately from the others', async () => {
    await using store = await openDatabase()
    const account = newAccount()
    const visitor = { ...account, visitor: 'a' }
    const page = publishablePolicy({ perMinute: 60, perDay: 1_000 })
    {
      await using one = await open(store.database)
      await one.take(visitor, 5, page)
      await one.take(account, 2)
      await one.days.flush()
    }
    await empty()
    await using later = await open(store.database)
    assert.deepEqual(await later.left(visitor, page), [6, 995])
    assert.deepEqual(await later.left(account), [60, 998])
  })

  test('a new process continues from the stored counts', async () => {
    await using store = await openDatabase()
    const account = newAccount()
    {
      await using one = await open(store.database)
      await one.take(account, 20)
      await one.days.flush()
    }
    await empty()
    await using later = await open(store.database)
    assert.deepEqual(await later.left(account), [60, 980])
  })

  test('continues from the counts that another replica stored, once they are loaded', async () => {
    await using store = await openDatabase()
    await using one = await open(store.database)
    await using other = await open(store.database)
    const account = newAccount()
    await one.take(account, 20)
    await one.days.flush()
    await empty()
    nowMs += 1_000
    await other.take(account)
    await eventually('the count is loaded', async () => (await other.left(account))[1] === 979)
    assert.deepEqual(await one.left(account), [59, 979])
  })

  test('is never counted twice, whatever each replica has seen', async () => {
    await using store = await openDatabase()
    await using one = await open(store.database)
    await using other = await open(store.database)
    const account = newAccount()
    await other.take(account, 6)
    await one.take(account, 4)
    for (let round = 0; round < 3; round += 1) {
      await empty()
      for (const replica of [other, one, other]) {
        await replica.left(account)
        nowMs += 10
      }
      await one.days.flush()
      await other.days.flush()
      assert.equal((await one.left(account))[1], 990)
    }
    // The first process knows less, but the count never falls below what the other one knows.
    await one.take(account, 10)
    await empty()
    await other.take(account)
    assert.equal((await one.left(account))[1], 980)
  })

  test('a new day starts at zero for each replica', async () => {
    await using store = await openDatabase()
    await using one = await open(store.database)
    await using other = await open(store.database)
    const account = newAccount()
    await one.take(account, 5)
    await other.take(account, 5)
    await one.days.flush()
    nowMs += DAY_MS
    await other.take(account)
    assert.deepEqual(await one.left(account), [59, 999])
    await empty()
    assert.deepEqual(await other.left(account), [60, 999])
    await other.days.flush()
    await one.days.flush()
    await using third = await open(store.database)
    assert.deepEqual(await third.left(account), [60, 999])
  })
})
