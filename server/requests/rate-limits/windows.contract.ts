import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { limiterUnderTest, type MakeLimiter } from '../../../test/harness/limiter-under-test.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { planPolicy } from './policy.ts'

/** The tests of counting that every adapter of the limiter port must pass. */
export const windowsContract = (name: string, makeLimiter: MakeLimiter): void =>
  void describe(`windows: ${name}`, () => {
    const { clock, newAccount, peek, remaining, take, takeAll } = limiterUnderTest(makeLimiter, 'windows')

    test('the first request opens both windows, and each request uses up one of each', async () => {
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

    test('a full minute rejects until it is over, to the millisecond, and uses up nothing', async () => {
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

    test('a full day rejects, whatever the minute has left, and uses up none of the minute', async () => {
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

    test('peeking counts nothing and opens no window', async () => {
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

    test('the keys of an account are counted together, and other accounts and addresses separately', async () => {
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

    test('no more concurrent requests are allowed than the limit', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 10, perDay: 15 })
      const decisions = await Promise.all(Array.from({ length: 50 }, () => take(account, policy)))
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 10)
      assert.deepEqual(await remaining(account, policy), [0, 5])
    })

    test('a new plan applies from the next request on, with what is already used', async () => {
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

    test('a request may count as several, in both windows or in none', async () => {
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

    test('a request that counts as more than a whole window uses up the whole window', async () => {
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

    test('no more concurrent requests that count as several are allowed than the limit', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 25, perDay: 1_000 })
      const batches = Array.from({ length: 10 }, () => take(account, policy, { total: 10, paid: 0 }))
      const decisions = await Promise.all(batches)
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 2)
      assert.deepEqual(
        decisions.map(({ windows }) => windows[0]?.remaining),
        [15, ...Array(9).fill(5)],
      )
      assert.deepEqual(await remaining(account, policy), [5, 980])
    })

    test('a key with its own limits uses up no more of its account, and the other keys continue', async () => {
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
      // A key has no more requests left than its account.
      await takeAll(sibling, planPolicy(plan), 7)
      assert.deepEqual(await remaining(account, planPolicy(plan, { perMinute: 4 })), [1, 88])
      assert.deepEqual(await remaining(account, planPolicy(plan, { perMinute: 10, perDay: 200 })), [1, 88])
    })

    /** A sequence of events for one account. */
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

    test('under any sequence of requests, waits and jumps of the wall clock, exactly what fits the limits is allowed', async () => {
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
              // A window without requests is not open, so it moves with the clock.
              for (const window of model) if (window.used === 0) window.openedAtMs = -Infinity
              for (const [at, window] of decision.windows.entries()) {
                const expected = model[at]
                assert.ok(expected)
                assert.equal(window.remaining, expected.limit - expected.used)
                const openedAtMs = expected.used === 0 ? steadyMs : expected.openedAtMs
                assert.equal(window.resetsInMs, openedAtMs + expected.lengthMs - steadyMs)
                // Clients see seconds, so the wall time may be off by one.
                const off = Math.abs(window.resetAtMs - clock.nowMs() - window.resetsInMs)
                assert.ok(off <= 1_000, `reset is off by ${off} ms`)
              }
            }
          },
        ),
        { numRuns: 150 },
      )
    })
  })
