import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { banRules, limiterUnderTest, type MakeLimiter } from '../../../test/harness/limiter-under-test.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Subject } from './limiter.ts'
import { planPolicy } from './policy.ts'

/** The tests of strikes and bans that every adapter of the limiter port must pass. */
export const bansContract = (name: string, makeLimiter: MakeLimiter): void =>
  void describe(`bans: ${name}`, () => {
    const { clock, newAccount, peek, remaining, take, takeAll } = limiterUnderTest(makeLimiter, 'bans')

    /** A policy whose day is used up at once, so that it rejects for a long time. */
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

    test('requests of sibling keys give a key no strikes before its own first 429', async () => {
      const leaked = newAccount()
      const honest = { ...leaked, keyId: newAccount().keyId }
      await exhaust(leaked)
      await strike(leaked, 10)
      assert.ok((await take(leaked, closed)).ban)
      clock.advance(30_000)
      // After its first 429, requests in flight during the next second are not strikes either.
      for (let count = 0; count < 40; count += 1) {
        assert.equal((await take(honest, closed)).ban, undefined)
        clock.advance(25)
      }
      clock.advance(1)
      await strike(honest, 10)
      assert.ok((await take(honest, closed)).ban)
    })

    test('a key that waits for Retry-After is never banned, even if its siblings use up the account', async () => {
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

    test('rejected batches are strikes, even if the first request of each is allowed', async () => {
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

    test('rejections within a second of the first one are not strikes', async () => {
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

    test('concurrent requests are decided one after the other: some are allowed, some are rejected, one causes the ban', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 3, perDay: 10 })
      const atOnce = (count: number) => Promise.all(Array.from({ length: count }, () => take(account, policy)))
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

    test('a client that waits for the reset is served and has no strike', async () => {
      const account = newAccount()
      const policy = planPolicy({ perMinute: 1, perDay: 1_000 })
      for (let minute = 0; minute < 30; minute += 1) {
        await takeAll(account, policy, 1)
        assert.equal((await take(account, policy)).ban, undefined)
        clock.advance(MINUTE_MS)
      }
    })

    test('a new period of rejections has its own grace period', async () => {
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

    test('a ban applies to one key: the other keys of its account are not banned', async () => {
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

    test('requests during a ban neither extend it nor count', async () => {
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

    /** Sends strikes until there is a ban; returns its length and waits for its end. */
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

    test('each further ban within a day doubles, up to a day; after a day without bans it starts again', async () => {
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

    test('a jump of the wall clock neither ends nor extends a ban', async () => {
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
