import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { tester } from '../../../test/harness/author.ts'
import { type TestClock, testClock } from '../../../test/harness/clock.ts'
import { banRules } from '../../../test/harness/limiter-under-test.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { StoredBan } from './ban.ts'
import { bansService } from './bans.service.ts'
import { limiterContract } from './limiter.contract.ts'
import type { Subject } from './limiter.ts'
import { memoryLimiter } from './memory-limiter.ts'
import { type Policy, planPolicy, publishablePolicy, type WindowRule } from './policy.ts'
import { sqlLimiterStorage } from './sql-limiter-storage.ts'

limiterContract('memory', async ({ clock }) => {
  const folder = temporaryFolder()
  const opened = await open(folder.path, clock)
  const close = async () => {
    await opened.close()
    folder.remove()
  }
  return { limiter: opened.limiter, close }
})

/** The limiter of one process, on the database in `folder`. */
const open = async (folder: string, clock: TestClock) => {
  const database = await openForChanges(join(folder, 'store.db'), {
    clock,
    liftedBans(lifted) {
      for (const { ban } of lifted) limiter.forgetBan(ban.keyId)
    },
  })
  await addKey(database, clock)
  const limiter = await memoryLimiter({ clock, banRules, storage: sqlLimiterStorage({ database }) })
  const bans = bansService({ database, clock })
  return { limiter, database, bans, close: () => database.close() }
}

const named = { keyName: 'app', keyDisplay: 'aas_live_aaaa...aaaa', accountName: 'shelter' }

/** Adds the key that will be banned, unless it exists. */
const addKey = ({ write }: Opened, clock: TestClock) =>
  write(async ({ query }) => {
    const added = { id: 1n, created_at: instant(clock.nowMs()) }
    await query
      .insertInto('accounts')
      .values({ ...added, name: named.accountName, plan: 'free' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { keyName: name, keyDisplay: display } = named
    await query
      .insertInto('api_keys')
      .values({ ...added, account_id: 1n, name, display, hash: 'a', scopes: 'pets:read' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

type Opened = Awaited<ReturnType<typeof openForChanges>>

/** The same wall time in a new process, whose monotonic clock starts again. */
const afterRestart = (clock: TestClock): TestClock => testClock(clock.nowMs())

const account = { accountId: 1n, keyId: 1n }
const policy = planPolicy({ perMinute: 3, perDay: 5 })

test('flushed counters outlive the process, to the millisecond', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const before = await open(folder.path, clock)
  for (let count = 0; count < 3; count += 1) await before.limiter.take(account, policy)
  clock.advance(10_000)
  await before.limiter.flush()
  await before.close()

  clock.advance(5_000)
  const later = afterRestart(clock)
  const after = await open(folder.path, later)
  const [minute, day] = (await after.limiter.peek(account, policy)).windows
  assert.deepEqual([minute?.remaining, minute?.resetsInMs, minute?.resetAtMs], [0, 45_000, clock.nowMs() + 45_000])
  assert.deepEqual([day?.remaining, day?.resetsInMs], [2, DAY_MS - 15_000])
  assert.equal((await after.limiter.take(account, policy)).allowed, false)
  later.advance(45_000)
  assert.equal((await after.limiter.take(account, policy)).allowed, true)
  await after.close()
})

test("the usage of publishable keys survives the process, separately from the account's other keys", async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const before = await open(folder.path, clock)
  const free = publishablePolicy({ perMinute: 60, perDay: 1_000 }, { perDay: 500 })
  for (const visitor of ['a', 'a', 'b']) await before.limiter.take({ ...account, visitor }, free)
  await before.limiter.take(account, policy)
  await before.limiter.flush()
  await before.close()
  const after = await open(folder.path, afterRestart(clock))
  const left = async (of: Subject, by: Policy) =>
    (await after.limiter.peek(of, by)).windows.map(({ remaining }) => remaining)
  const all = publishablePolicy({ perMinute: 60, perDay: 1_000 })
  assert.deepEqual(await left({ ...account, visitor: 'c' }, all), [6, 997])
  assert.deepEqual(await left({ ...account, visitor: 'c' }, free), [6, 497])
  assert.deepEqual(await left(account, policy), [2, 4])
  await after.close()
})

test('counts of visitors, pages and keys continue after a switch to this process', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, close } = await open(folder.path, clock)
  const limited = publishablePolicy({ perMinute: 60, perDay: 1_000 }, { perDay: 500 })
  const visitor = { ...account, visitor: 'a' }
  const state = (rule: WindowRule, used: number) => ({
    name: rule.name,
    limit: rule.limit,
    remaining: rule.limit - used,
    resetsInMs: rule.lengthMs - 1_000,
    resetAtMs: clock.nowMs() + rule.lengthMs - 1_000,
  })
  const used = [10, 20, 5, 4]
  const counted = limited.rules.map((rule, at) => state(rule, used[at] ?? 0))
  limiter.adoptWindows(visitor, limited, counted)
  const left = async (of: Subject, by: Policy) => (await limiter.peek(of, by)).windows.map(({ remaining }) => remaining)
  const all = publishablePolicy({ perMinute: 60, perDay: 1_000 })
  assert.deepEqual(await left(visitor, limited), [2, 495])
  assert.deepEqual(await left({ ...account, visitor: 'b' }, all), [6, 980])
  assert.deepEqual(await left(account, policy), [3, 5])
  await close()
})

test('no window exceeds its length after a restart with a changed wall clock', async () => {
  for (const jumpMs of [-10 * DAY_MS, -1_000, 30_000]) {
    using folder = temporaryFolder()
    const clock = testClock()
    const before = await open(folder.path, clock)
    for (let count = 0; count < 3; count += 1) await before.limiter.take(account, policy)
    await before.limiter.flush()
    await before.close()
    clock.jump(jumpMs)
    const after = await open(folder.path, afterRestart(clock))
    const [minute, day] = (await after.limiter.take(account, policy)).windows
    assert.equal(minute?.remaining, 0)
    assert.equal(day?.remaining, 2)
    assert.ok((minute?.resetsInMs ?? Infinity) <= MINUTE_MS)
    assert.ok((day?.resetsInMs ?? Infinity) <= DAY_MS)
    await after.close()
  }
})

test('a window saved while the clock was ahead ends on time, however often the process restarts', async () => {
  using folder = temporaryFolder()
  const ahead = testClock()
  const before = await open(folder.path, ahead)
  for (let count = 0; count < 3; count += 1) await before.limiter.take(account, policy)
  await before.limiter.flush()
  await before.close()
  const clock = testClock(ahead.nowMs() - 10 * DAY_MS)
  // There are no requests, so only the restored windows are saved.
  for (let restart = 0; restart < 3; restart += 1) {
    const after = await open(folder.path, afterRestart(clock))
    const [minute] = (await after.limiter.peek(account, policy)).windows
    assert.equal(minute?.resetsInMs, MINUTE_MS - restart * 15_000)
    await after.limiter.flush()
    await after.close()
    clock.advance(15_000)
  }
})

test('a ban is stored before the response that reports it, and outlives the process', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const before = await open(folder.path, clock)
  await ban(before.limiter, clock)
  assert.deepEqual(await before.bans.list(), [
    { ...account, ...named, until: showTime(clock.nowMs() + 300_000), level: 1 },
  ])
  // Nothing is flushed, as after kill -9.
  await before.close()

  clock.advance(100_000)
  const later = afterRestart(clock)
  const after = await open(folder.path, later)
  assert.equal((await after.limiter.take(account, policy)).ban?.endsInMs, 200_000)
  later.advance(200_000)
  assert.equal((await after.limiter.take(account, policy)).ban, undefined)
  assert.deepEqual(await after.bans.list(), [])
  // The ban is remembered: the next one is the second.
  later.advance(MINUTE_MS)
  await ban(after.limiter, later)
  assert.equal((await after.bans.list())[0]?.level, 2)
  await after.close()
})

test('no ban exceeds the maximum after a restart with the wall clock set back', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const before = await open(folder.path, clock)
  await ban(before.limiter, clock)
  await before.close()
  clock.jump(-400 * DAY_MS)
  const after = await open(folder.path, afterRestart(clock))
  const { ban: kept } = await after.limiter.take(account, policy)
  assert.ok(kept && kept.endsInMs <= banRules.maxMs)
  await after.close()
})

test('a ban lifted by another process ends on reload, and the next ban counts as the first', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, bans, close } = await open(folder.path, clock)
  await ban(limiter, clock)
  const other = await openForChanges(join(folder.path, 'store.db'), { clock })
  const elsewhere = bansService({ database: other, clock })
  await elsewhere.lift(tester, 1n)
  await assert.rejects(elsewhere.lift(tester, 1n), { code: 'key_not_found' })
  await other.close()
  assert.ok((await limiter.peek(account, policy)).ban)
  await limiter.reloadBans()
  assert.equal((await limiter.take(account, policy)).ban, undefined)
  assert.deepEqual(await bans.list(), [])
  clock.advance(MINUTE_MS)
  await ban(limiter, clock)
  assert.equal((await bans.list())[0]?.level, 1)
  await close()
})

test('a ban that is over cannot be lifted', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, bans, close } = await open(folder.path, clock)
  await ban(limiter, clock)
  clock.advance(299_999)
  assert.equal((await bans.list()).length, 1)
  clock.advance(1)
  assert.deepEqual(await bans.list(), [])
  assert.equal(await bans.count(), 0)
  await assert.rejects(bans.lift(tester, 1n), { code: 'key_not_found' })
  // The attempt did not make it forget the ban.
  clock.advance(MINUTE_MS)
  await ban(limiter, clock)
  assert.equal((await bans.list())[0]?.level, 2)
  await close()
})

test('a ban that is lifted while the bans are reloaded stays lifted', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const database = await openForChanges(join(folder.path, 'store.db'), {
    clock,
    liftedBans(lifted) {
      for (const { ban } of lifted) limiter.forgetBan(ban.keyId)
    },
  })
  const stored = sqlLimiterStorage({ database })
  let hold: Promise<void> | undefined
  const loadBans = async () => {
    const bans = await stored.loadBans()
    await hold
    return bans
  }
  const limiter = await memoryLimiter({ clock, banRules, storage: { ...stored, loadBans } })
  await ban(limiter, clock)
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const reloaded = limiter.reloadBans()
  await new Promise(setImmediate)
  await bansService({ database, clock }).lift(tester, 1n)
  resolve()
  await reloaded
  assert.equal((await limiter.peek(account, policy)).ban, undefined)
  await database.close()
})

test('many bans are reloaded in steps, while requests continue', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, database, close } = await open(folder.path, clock)
  const until = BigInt(clock.nowMs() + DAY_MS)
  const rows = Array.from({ length: 1_500 }, (_, at) => ({
    key_id: BigInt(at + 1),
    account_id: 1n,
    until,
    level: 1n,
  }))
  await database.write((trx) => trx.query.insertInto('bans').values(rows).execute())
  const turns = await turnsDuring(() => limiter.reloadBans())
  assert.ok(turns >= 3, `${turns} turns`)
  for (const keyId of [1n, 500n, 501n, 1_000n, 1_500n]) assert.ok(limiter.knownBan(keyId))
  assert.equal(limiter.knownBan(1_501n), undefined)
  await close()
})

test('each ban causes one event, even if it is stored twice', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const database = await openForChanges(join(folder.path, 'store.db'), {
    clock,
    liftedBans(lifted) {
      for (const { ban } of lifted) limiter.forgetBan(ban.keyId)
    },
  })
  const stored = sqlLimiterStorage({ database })
  // Simulates a flush while a ban is being stored.
  const saveBan = async (made: StoredBan) => void (await Promise.all([stored.saveBan(made), stored.saveBan(made)]))
  const limiter = await memoryLimiter({ clock, banRules, storage: { ...stored, saveBan } })
  const events = async () => {
    const rows = await database.read.selectFrom('events').selectAll().orderBy('sequence').execute()
    return rows.map(({ type, data, account_id }) => [type, JSON.parse(data), account_id])
  }
  const banEvent = (level: number) => [
    'key.banned',
    { keyId: 1, accountId: 1, until: showTime(clock.nowMs() + 300_000 * level), level },
    1n,
  ]
  await ban(limiter, clock)
  const first = banEvent(1)
  assert.deepEqual(await events(), [first])
  clock.advance(300_000)
  await ban(limiter, clock)
  const second = banEvent(2)
  await limiter.flush()
  assert.deepEqual(await events(), [first, second])
  await bansService({ database, clock }).lift(tester, 1n)
  assert.equal((await events()).length, 2)
  await database.close()
})

test('a ban imposed while the bans are reloaded is kept', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const database = await openForChanges(join(folder.path, 'store.db'), {
    clock,
    liftedBans(lifted) {
      for (const { ban } of lifted) limiter.forgetBan(ban.keyId)
    },
  })
  const stored = sqlLimiterStorage({ database })
  let hold: Promise<void> | undefined
  // The real database, which responds after a ban was saved.
  const loadBans = async () => {
    const bans = await stored.loadBans()
    await hold
    return bans
  }
  const limiter = await memoryLimiter({ clock, banRules, storage: { ...stored, loadBans } })
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const reloaded = limiter.reloadBans()
  await ban(limiter, clock)
  resolve()
  await reloaded
  assert.ok((await limiter.peek(account, policy)).ban)
  await database.close()
})

test('reloading preserves the bans in force, to the millisecond', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, close } = await open(folder.path, clock)
  await ban(limiter, clock)
  clock.advance(1_234)
  clock.jump(DAY_MS)
  await limiter.reloadBans()
  assert.equal((await limiter.take(account, policy)).ban?.endsInMs, 300_000 - 1_234)
  await close()
})

test('the least recently seen of 100,001 addresses is evicted, but accounts and bans never are', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, close } = await open(folder.path, clock)
  await limiter.take(account, policy)
  const left = async (address: string) => (await limiter.take({ address }, policy)).windows[0]?.remaining
  assert.deepEqual([await left('first'), await left('second'), await left('first')], [2, 2, 1])
  for (let count = 0; count < 99_999; count += 1) await limiter.take({ address: `${count}` }, policy)
  assert.deepEqual([await left('first'), await left('second')], [0, 2])
  assert.equal((await limiter.peek(account, policy)).windows[0]?.remaining, 2)
  await close()
})

test('sweeping removes no open window and no ban', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, close } = await open(folder.path, clock)
  await limiter.take(account, policy)
  const address = { address: '192.0.2.1' }
  for (const waitMs of [1_000, MINUTE_MS, DAY_MS - MINUTE_MS - 1_001]) {
    await limiter.take(address, policy)
    clock.advance(waitMs)
    limiter.sweep()
    assert.equal((await limiter.peek(account, policy)).windows[1]?.remaining, 4)
  }
  clock.advance(1)
  limiter.sweep()
  assert.equal((await limiter.peek(account, policy)).windows[1]?.remaining, 5)
  await ban(limiter, clock)
  limiter.sweep()
  assert.ok((await limiter.peek(account, policy)).ban)
  await close()
})

/** Gets the key of `account` banned. */
const ban = async (limiter: Awaited<ReturnType<typeof open>>['limiter'], clock: TestClock) => {
  while ((await limiter.take(account, policy)).allowed);
  clock.advance(banRules.graceMs + 1)
  for (let struck = 0; struck < 10; struck += 1) {
    assert.equal((await limiter.take(account, policy)).ban, undefined)
  }
  assert.ok((await limiter.take(account, policy)).ban)
}

test('rejected visitors are not stored, so they cannot evict visitors who used up their share', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const { limiter, close } = await open(folder.path, clock)
  const free = publishablePolicy({ perMinute: 60, perDay: 1_000 })
  const isAllowed = async (accountId: bigint, visitor: string) =>
    (await limiter.take({ accountId, keyId: accountId, visitor }, free)).allowed
  for (let at = 0; at < 6; at += 1) assert.equal(await isAllowed(1n, 'greedy'), true)
  let allowed = 0
  for (let at = 0; at < 100_100; at += 1) if (await isAllowed(2n, `visitor ${at}`)) allowed += 1
  assert.equal(allowed, 60)
  assert.equal(await isAllowed(1n, 'greedy'), false)
  assert.equal(await isAllowed(1n, 'another'), true)
  await close()
})

/** Counts the turns of the event loop while work runs: none if it blocks the thread. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    await work()
  } finally {
    isOver = true
  }
  return turns
}
