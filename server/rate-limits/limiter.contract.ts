import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type TestClock, testClock } from '../../test/harness/clock.ts'
import type { BanRules } from './ban.ts'
import type { Limiter, Subject } from './limiter.ts'
import { DAY_MS, MINUTE_MS, type Policy, planPolicy } from './policy.ts'
import { visitorsContract } from './visitors.contract.ts'
import type { Cost } from './window.ts'

export const banRules: BanRules = {
  strikes: 10,
  strikeWindowMs: 60_000,
  graceMs: 1_000,
  firstMs: 300_000,
  maxMs: DAY_MS,
  memoryMs: DAY_MS,
}

export type LimiterUnderTest = { limiter: Limiter; close(): Promise<void> }
export type MakeLimiter = (deps: {
  clock: TestClock
  banRules: BanRules
}) => Promise<LimiterUnderTest>

/** What every adapter of the limiter's port keeps to. Each test uses accounts of its own. */
export const limiterContract = (name: string, makeLimiter: MakeLimiter): void => {
  accountsContract(name, makeLimiter)
  visitorsContract(name, (clock) => makeLimiter({ clock, banRules }))
}

const accountsContract = (name: string, makeLimiter: MakeLimiter): void =>
  void describe(`limiter: ${name}`, () => {
    const clock = testClock()
    let subject: LimiterUnderTest
    let limiter: Limiter
    before(async () => {
      subject = await makeLimiter({ clock, banRules })
      limiter = subject.limiter
    })
    after(() => subject.close())

    let lastId = 0n
    const newAccount = () => {
      lastId += 1n
      return { accountId: lastId, keyId: lastId }
    }
    const take = async (of: Subject, policy: Policy, cost?: Cost) => limiter.take(of, policy, cost)
    const peek = async (of: Subject, policy: Policy) => limiter.peek(of, policy)
    const takeAll = async (of: Subject, policy: Policy, count: number) => {
      for (let taken = 0; taken < count; taken += 1) {
        assert.ok((await take(of, policy)).allowed)
      }
    }
    const remaining = async (of: Subject, policy: Policy) =>
      (await peek(of, policy)).windows.map((window) => window.remaining)

    test('the first request opens both windows, and each one after uses them up by one', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 60, perDay: 1_000 })
      const first = await take(account, policy)
      assert.equal(first.allowed, true)
      assert.deepEqual(first.rejectedBy, [])
      assert.equal(first.ban, undefined)
      const state = (used: number, passedMs: number) => [
        { ...minute, remaining: 60 - used, resetsInMs: MINUTE_MS - passedMs },
        { ...day, remaining: 1_000 - used, resetsInMs: DAY_MS - passedMs },
      ]
      const minute = { name: 'minute', limit: 60, resetAtMs: clock.nowMs() + MINUTE_MS }
      const day = { name: 'day', limit: 1_000, resetAtMs: clock.nowMs() + DAY_MS }
      assert.deepEqual(first.windows, state(1, 0))
      clock.advance(1_500)
      assert.deepEqual((await take(account, policy)).windows, state(2, 1_500))
    })

    test('a full minute rejects until it is over to the millisecond, and uses up nothing', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 3, perDay: 10 })
      await takeAll(account, policy, 3)
      for (const waitMs of [0, 500, 59_499]) {
        clock.advance(waitMs)
        const refused = await take(account, policy)
        assert.equal(refused.allowed, false)
        assert.deepEqual(refused.rejectedBy, ['minute'])
        assert.deepEqual(
          refused.windows.map((window) => window.remaining),
          [0, 7],
        )
      }
      clock.advance(1)
      assert.ok((await take(account, policy)).allowed)
      assert.deepEqual(await remaining(account, policy), [2, 6])
    })

    test('a full day rejects, whatever the minute has left, and uses up none of it', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 3, perDay: 2 })
      await takeAll(account, policy, 2)
      const refused = await take(account, policy)
      assert.deepEqual(refused.rejectedBy, ['day'])
      assert.deepEqual(await remaining(account, policy), [1, 0])
      clock.advance(DAY_MS - 1)
      assert.deepEqual((await take(account, policy)).rejectedBy, ['day'])
      clock.advance(1)
      assert.ok((await take(account, policy)).allowed)
    })

    test('when both windows are full, both reject', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 2, perDay: 2 })
      await takeAll(account, policy, 2)
      assert.deepEqual((await take(account, policy)).rejectedBy, ['minute', 'day'])
    })

    test('looking counts nothing and opens no window', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 2, perDay: 5 })
      for (let count = 0; count < 5; count += 1) {
        assert.deepEqual(await remaining(account, policy), [2, 5])
        clock.advance(1_000)
      }
      const taken = await take(account, policy)
      assert.equal(taken.windows[0]?.resetsInMs, MINUTE_MS)
      await take(account, policy)
      const looked = await peek(account, policy)
      assert.equal(looked.allowed, true)
      assert.deepEqual(looked.rejectedBy, [])
      assert.deepEqual(await remaining(account, policy), [0, 3])
    })

    test('the keys of one account are counted together, other accounts and addresses apart', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 2, perDay: 5 })
      await takeAll(account, policy, 1)
      await takeAll({ ...account, keyId: newAccount().keyId }, policy, 1)
      assert.equal((await take(account, policy)).allowed, false)
      await takeAll(newAccount(), policy, 2)
      await takeAll({ address: String(account.accountId) }, policy, 2)
      await takeAll({ address: 'another' }, policy, 2)
      assert.equal((await take({ address: 'another' }, policy)).allowed, false)
    })

    test('of many requests at once no more get in than there is room for', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 10, perDay: 15 })
      const decisions = await Promise.all(Array.from({ length: 50 }, () => take(account, policy)))
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 10)
      assert.deepEqual(await remaining(account, policy), [0, 5])
    })

    test('another plan holds from the next request on, with what is already used', async () => {
      const account = newAccount()
      await takeAll(account, planPolicy({ perMinute: 5, perDay: 10 }), 4)
      const larger = await take(account, planPolicy({ perMinute: 50, perDay: 100 }))
      assert.deepEqual(
        larger.windows.map((window) => window.remaining),
        [45, 95],
      )
      const smaller = await take(account, planPolicy({ perMinute: 3, perDay: 100 }))
      assert.deepEqual(smaller.rejectedBy, ['minute'])
      assert.equal(smaller.windows[0]?.remaining, 0)
    })

    test('a request may count as many, in both windows at once or in none', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 20, perDay: 25 })
      const batch = { total: 10, paid: 1 }
      await takeAll(account, policy, 1)
      assert.ok((await take(account, policy, batch)).allowed)
      assert.deepEqual(await remaining(account, policy), [10, 15])
      await takeAll(account, policy, 2)
      const refused = await take(account, policy, batch)
      assert.deepEqual([refused.allowed, refused.rejectedBy], [false, ['minute']])
      assert.deepEqual(await remaining(account, policy), [8, 13])
      clock.advance(MINUTE_MS)
      await takeAll(account, policy, 5)
      const late = await take(account, policy, batch)
      assert.deepEqual([late.allowed, late.rejectedBy], [false, ['day']])
      assert.deepEqual(await remaining(account, policy), [15, 8])
      assert.ok((await take(account, policy, { total: 9, paid: 1 })).allowed)
      assert.deepEqual(await remaining(account, policy), [7, 0])
    })

    test('a request that counts as more than a whole window takes the whole of it', async () => {
      for (const [perMinute, perDay, left] of [
        [5, 100, [0, 90]],
        [100, 5, [90, 0]],
        [1, 100, [0, 90]],
        [100, 1, [90, 0]],
      ] as const) {
        const account = newAccount()
        const policy = planPolicy({ perMinute, perDay })
        await takeAll(account, policy, 1)
        assert.ok((await take(account, policy, { total: 10, paid: 1 })).allowed)
        assert.deepEqual(await remaining(account, policy), left)
      }
    })

    test('of many that count as several at once, no more get in than there is room for', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 25, perDay: 1_000 })
      const batches = Array.from({ length: 10 }, () =>
        take(account, policy, { total: 10, paid: 0 }),
      )
      const decisions = await Promise.all(batches)
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 2)
      assert.deepEqual(
        decisions.map(({ windows }) => windows[0]?.remaining),
        [15, ...Array(9).fill(5)],
      )
      assert.deepEqual(await remaining(account, policy), [5, 980])
    })

    test('a key that has limits of its own uses up no more of its account, whose other keys go on', async () => {
      const account = newAccount()
      const sibling = { ...account, keyId: newAccount().keyId }
      const plan = { perMinute: 10, perDay: 100 }
      const limited = planPolicy(plan, { perMinute: 3, perDay: 5 })
      assert.equal(limited.header, '"minute";q=3;w=60, "day";q=5;w=86400')
      const first = await take(account, limited)
      assert.deepEqual(
        first.windows.map(({ name, limit, remaining }) => [name, limit, remaining]),
        [
          ['minute', 3, 2],
          ['day', 5, 4],
        ],
      )
      await takeAll(account, limited, 2)
      const refused = await take(account, limited)
      assert.deepEqual([refused.allowed, refused.rejectedBy], [false, ['minute']])
      assert.deepEqual(await remaining(account, limited), [0, 2])
      assert.deepEqual(await remaining(sibling, planPolicy(plan)), [7, 97])
      clock.advance(MINUTE_MS)
      await takeAll(account, limited, 2)
      assert.deepEqual((await take(account, limited)).rejectedBy, ['day'])
      // What is left to the account is all that is left to its key.
      await takeAll(sibling, planPolicy(plan), 7)
      assert.deepEqual(await remaining(account, planPolicy(plan, { perMinute: 4 })), [1, 88])
      assert.deepEqual(
        await remaining(account, planPolicy(plan, { perMinute: 10, perDay: 200 })),
        [1, 88],
      )
    })

    test('what the siblings of a key do earns it no strike before it has had a 429 of its own', async () => {
      const leaked = newAccount()
      const honest = { ...leaked, keyId: newAccount().keyId }
      await exhaust(leaked)
      await strike(leaked, 10)
      assert.ok((await take(leaked, closed)).ban)
      clock.advance(30_000)
      // Its first 429: whatever is under way in the second after it is no strike either.
      for (let count = 0; count < 40; count += 1) {
        assert.equal((await take(honest, closed)).ban, undefined)
        clock.advance(25)
      }
      clock.advance(1)
      await strike(honest, 10)
      assert.ok((await take(honest, closed)).ban)
    })

    test('a key that waits for Retry-After is never banned, however its siblings use up the account', async () => {
      const leaked = newAccount()
      const honest = { ...leaked, keyId: newAccount().keyId }
      const policy = planPolicy({ perMinute: 3, perDay: 1_000 })
      for (let minute = 0; minute < 30; minute += 1) {
        while ((await take(leaked, policy)).allowed);
        clock.advance(5_000)
        const { allowed, ban, windows } = await take(honest, policy)
        assert.deepEqual([allowed, ban], [false, undefined])
        clock.advance(windows[0]?.resetsInMs ?? 0)
      }
    })

    test('batches that are rejected are strikes, also when each begins with a request that gets in', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 40, perDay: 1_000 })
      const batch = async () => {
        await takeAll(account, policy, 1)
        return take(account, policy, { total: 30, paid: 1 })
      }
      assert.ok((await batch()).allowed)
      assert.equal((await batch()).allowed, false)
      clock.advance(banRules.graceMs + 1)
      const bans = []
      for (let count = 0; count < 9; count += 1) bans.push((await batch()).ban)
      for (let count = 0; count < 2; count += 1) bans.push((await take(account, policy)).ban)
      assert.deepEqual(bans.map(Boolean), [...Array(10).fill(false), true])
    })

    /** What happens to one account, one thing after the other. */
    const happenings = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant({ kind: 'take' as const, ms: 0 }) },
        { weight: 1, arbitrary: fc.constant({ kind: 'peek' as const, ms: 0 }) },
        {
          weight: 2,
          arbitrary: fc.record({
            kind: fc.constant('advance' as const),
            ms: fc.oneof(
              fc.integer({ min: 1, max: 2 * MINUTE_MS }),
              fc.constantFrom(1, MINUTE_MS - 1, MINUTE_MS, DAY_MS - 1, DAY_MS),
            ),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            kind: fc.constant('jump' as const),
            ms: fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
          }),
        },
      ),
      { maxLength: 60 },
    )

    test('under any sequence of requests, waits and jumps of the wall clock, exactly what has room is admitted', async () => {
      await fc.assert(
        fc.asyncProperty(
          happenings,
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 12 }),
          async (steps, perMinute, perDay) => {
            const account = newAccount()
            const policy = planPolicy({ perMinute, perDay })
            const model = [
              { limit: perMinute, lengthMs: MINUTE_MS, openedAtMs: -Infinity, used: 0 },
              { limit: perDay, lengthMs: DAY_MS, openedAtMs: -Infinity, used: 0 },
            ]
            for (const { kind, ms } of steps) {
              if (kind === 'advance') clock.advance(ms)
              if (kind === 'jump') clock.jump(ms)
              if (kind === 'advance' || kind === 'jump') continue
              const steadyMs = clock.steadyMs()
              for (const window of model) {
                if (steadyMs - window.openedAtMs >= window.lengthMs) {
                  window.openedAtMs = steadyMs
                  window.used = 0
                }
              }
              const hasRoom = model.every(({ used, limit }) => used < limit)
              const decision = await (kind === 'take' ? take : peek)(account, policy)
              if (decision.ban) return
              if (kind === 'take') {
                assert.equal(decision.allowed, hasRoom)
                if (hasRoom) for (const window of model) window.used += 1
              }
              // A window that nothing is counted in is not open: it moves with the clock.
              for (const window of model) if (window.used === 0) window.openedAtMs = -Infinity
              for (const [at, window] of decision.windows.entries()) {
                const expected = model[at]
                assert.ok(expected)
                assert.equal(window.remaining, expected.limit - expected.used)
                const openedAtMs = expected.used === 0 ? steadyMs : expected.openedAtMs
                assert.equal(window.resetsInMs, openedAtMs + expected.lengthMs - steadyMs)
                // Clients see seconds: the wall time may be off by one.
                const off = Math.abs(window.resetAtMs - clock.nowMs() - window.resetsInMs)
                assert.ok(off <= 1_000, `reset is off by ${off} ms`)
              }
            }
          },
        ),
        { numRuns: 150 },
      )
    })

    /** A policy whose day is full at once, so that it rejects for long. */
    const closed = planPolicy({ perMinute: 100, perDay: 1 })

    /** Makes the only allowed request and the rejected one that begins the period, and waits until strikes count. */
    const exhaust = async (of: Subject, policy = closed) => {
      await takeAll(of, policy, policy.rules[1]?.limit ?? 0)
      assert.equal((await take(of, policy)).allowed, false)
      clock.advance(banRules.graceMs + 1)
    }
    const strike = async (of: Subject, count: number) => {
      for (let struck = 0; struck < count; struck += 1) {
        assert.equal((await take(of, closed)).ban, undefined)
      }
    }

    test('refusals within the second after the first are no strikes', async () => {
      const account = newAccount()
      await takeAll(account, closed, 1)
      for (let count = 0; count < 50; count += 1) {
        assert.equal((await take(account, closed)).ban, undefined)
        clock.advance(20)
      }
      await strike(account, 1)
      clock.advance(1)
      await strike(account, 10)
      assert.ok((await take(account, closed)).ban)
    })

    test('more than 10 strikes within 60 s ban the key for 5 minutes', async () => {
      const account = newAccount()
      await exhaust(account)
      await strike(account, 10)
      const banned = await take(account, closed)
      assert.equal(banned.allowed, false)
      assert.deepEqual(banned.ban, { untilMs: clock.nowMs() + 300_000, endsInMs: 300_000 })
      clock.advance(299_999)
      assert.equal((await take(account, closed)).ban?.endsInMs, 1)
      assert.equal((await peek(account, closed)).ban?.endsInMs, 1)
      clock.advance(1)
      assert.equal((await peek(account, closed)).ban, undefined)
    })

    test('requests at once are decided one after the other: some are allowed, some are rejected, one is banned', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 3, perDay: 10 })
      const atOnce = (count: number) =>
        Promise.all(Array.from({ length: count }, () => take(account, policy)))
      const first = await atOnce(5)
      assert.deepEqual(
        first.map(({ allowed, windows }) => [allowed, ...windows.map((at) => at.remaining)]),
        [
          [true, 2, 9],
          [true, 1, 8],
          [true, 0, 7],
          [false, 0, 7],
          [false, 0, 7],
        ],
      )
      clock.advance(banRules.graceMs + 1)
      const later = await atOnce(banRules.strikes + 4)
      assert.deepEqual(
        later.map(({ rejectedBy, ban }) => [rejectedBy.length, ban?.endsInMs]),
        [
          ...Array.from({ length: banRules.strikes }, () => [1, undefined]),
          [1, banRules.firstMs],
          ...Array.from({ length: 3 }, () => [0, banRules.firstMs]),
        ],
      )
    })

    test('10 strikes in any 60 s are not too many', async () => {
      const patient = newAccount()
      const eager = newAccount()
      await exhaust(patient)
      for (let count = 0; count < 40; count += 1) {
        await strike(patient, 1)
        clock.advance(6_000)
      }
      await exhaust(eager)
      await strike(eager, 1)
      for (let count = 0; count < 9; count += 1) {
        clock.advance(5_999)
        await strike(eager, 1)
      }
      clock.advance(5_999)
      assert.ok((await take(eager, closed)).ban)
    })

    test('who waits for the reset is served and has no strike', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 1, perDay: 1_000 })
      for (let minute = 0; minute < 30; minute += 1) {
        await takeAll(account, policy, 1)
        assert.equal((await take(account, policy)).ban, undefined)
        clock.advance(MINUTE_MS)
      }
    })

    test('a new time of rejections has a grace period of its own', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 1, perDay: 1_000 })
      await takeAll(account, policy, 1)
      await take(account, policy)
      clock.advance(MINUTE_MS)
      await takeAll(account, policy, 1)
      for (let count = 0; count < 30; count += 1) {
        assert.equal((await take(account, policy)).ban, undefined)
      }
    })

    test('a ban is of the key: the other keys of its account are not banned', async () => {
      const account = newAccount()
      const other = { ...account, keyId: newAccount().keyId }
      await exhaust(account)
      await strike(account, 10)
      assert.ok((await take(account, closed)).ban)
      const refused = await take(other, closed)
      assert.equal(refused.allowed, false)
      assert.equal(refused.ban, undefined)
    })

    test('an address is rejected but never banned', async () => {
      const address = { address: 'persistent' }
      await exhaust(address)
      for (let count = 0; count < 50; count += 1) {
        assert.equal((await take(address, closed)).ban, undefined)
      }
    })

    test('requests during a ban neither prolong it nor count', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 5, perDay: 100 })
      await takeAll(account, policy, 5)
      await take(account, policy)
      clock.advance(banRules.graceMs + 1)
      for (let struck = 0; struck < 11; struck += 1) await take(account, policy)
      for (let second = 0; second < 300; second += 1) {
        assert.equal((await take(account, policy)).ban?.endsInMs, (300 - second) * 1_000)
        clock.advance(1_000)
      }
      assert.equal((await take(account, policy)).allowed, true)
      assert.deepEqual(await remaining(account, policy), [4, 94])
    })

    /** Strikes until there is a ban; returns its length and waits for its end. */
    const sufferBan = async (of: Subject): Promise<number> => {
      const open = await peek(of, closed)
      if (open.windows[1]?.remaining !== 0) await exhaust(of)
      for (let count = 0; count < 12; count += 1) {
        const { ban } = await take(of, closed)
        if (!ban) continue
        clock.advance(ban.endsInMs)
        return ban.endsInMs
      }
      return assert.fail('no ban')
    }

    test('each further ban within a day doubles, up to a day; after a day without, it is a first one', async () => {
      const account = newAccount()
      const lengths: number[] = []
      for (let count = 0; count < 11; count += 1) lengths.push(await sufferBan(account))
      assert.deepEqual(
        lengths,
        [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440].map((minutes) => minutes * 60_000),
      )
      clock.advance(DAY_MS - 10_000)
      assert.equal(await sufferBan(account), DAY_MS)
      clock.advance(DAY_MS)
      assert.equal(await sufferBan(account), 300_000)
    })

    test('a jump of the wall clock neither ends a ban nor prolongs it', async () => {
      const account = newAccount()
      await exhaust(account)
      await strike(account, 10)
      await take(account, closed)
      for (const jumpMs of [DAY_MS, -3 * DAY_MS, 2 * DAY_MS]) {
        clock.jump(jumpMs)
        const { ban } = await take(account, closed)
        assert.deepEqual(ban, { untilMs: clock.nowMs() + 300_000, endsInMs: 300_000 })
      }
      clock.advance(300_000)
      assert.equal((await peek(account, closed)).ban, undefined)
    })
  })
