import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limiterUnderTest, type MakeLimiter } from '../../../test/harness/limiter-under-test.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Subject } from './limiter.ts'
import { type Policy, planPolicy, publishablePolicy } from './policy.ts'

/** The tests of publishable keys that every adapter of the limiter port must pass. */
export const visitorsContract = (name: string, makeLimiter: MakeLimiter): void =>
  void describe(`visitors of publishable keys: ${name}`, () => {
    const { clock, newAccount: newKey, take, remaining } = limiterUnderTest(makeLimiter, 'visitors')
    const plan = { perMinute: 60, perDay: 1_000 }
    const free = publishablePolicy(plan)
    const times = async (count: number, of: Subject, policy: Policy = free) => {
      let allowed = 0
      for (let at = 0; at < count; at += 1) {
        if ((await take(of, policy)).allowed) allowed += 1
      }
      return allowed
    }
    const left = (of: Subject, policy: Policy = free) => remaining(of, policy)

    test('a visitor gets a tenth of the minute, and sees that limit', async () => {
      const visitor = { ...newKey(), visitor: 'a' }
      assert.equal(free.header, '"minute";q=6;w=60, "day";q=1000;w=86400')
      const first = await take(visitor, free)
      assert.deepEqual(
        first.windows.map(({ name, limit, remaining }) => [name, limit, remaining]),
        [
          ['minute', 6, 5],
          ['day', 1_000, 999],
        ],
      )
      clock.advance(10_000)
      assert.equal(await times(10, visitor), 5)
      const refused = await take(visitor, free)
      assert.deepEqual([refused.allowed, refused.rejectedBy], [false, ['minute']])
      assert.equal(refused.windows[0]?.resetsInMs, 50_000)
      assert.deepEqual(await left(visitor), [0, 994])
      clock.advance(50_000)
      assert.equal(await times(10, visitor), 6)
    })

    test('1,000 requests of one visitor use up nothing of other visitors or of the account', async () => {
      const key = newKey()
      assert.equal(await times(1_000, { ...key, visitor: 'greedy' }), 6)
      assert.deepEqual(await left({ ...key, visitor: 'b' }), [6, 994])
      for (const visitor of 'bcdefghij') assert.equal(await times(6, { ...key, visitor }), 6)
      assert.deepEqual(await left(key, planPolicy(plan)), [60, 1_000])
      assert.equal(await times(60, key, planPolicy(plan)), 60)
    })

    test('all publishable keys of an account share one minute, and a visitor has one share of it', async () => {
      const key = newKey()
      const second = { ...key, keyId: newKey().keyId }
      assert.equal(await times(4, { ...key, visitor: 'a' }), 4)
      assert.equal(await times(4, { ...second, visitor: 'a' }), 2)
      for (const visitor of 'bcdefghij') assert.equal(await times(6, { ...second, visitor }), 6)
      const late = await take({ ...key, visitor: 'late' }, free)
      assert.deepEqual([late.allowed, late.rejectedBy], [false, ['minute']])
      assert.deepEqual(await left({ ...key, visitor: 'late' }), [0, 940])
      assert.equal(await times(1, { ...newKey(), visitor: 'a' }), 1, 'of another account')
    })

    test('each of many concurrent visitors gets their share and no more', async () => {
      const key = newKey()
      const visitors = ['a', 'b', 'c']
      const decided = await Promise.all(
        Array.from({ length: 60 }, async (_, at) => {
          const visitor = visitors[at % 3] ?? ''
          return { visitor, ...(await take({ ...key, visitor }, free)) }
        }),
      )
      for (const visitor of visitors) {
        const of = decided.filter((decision) => decision.visitor === visitor)
        assert.equal(of.filter(({ allowed }) => allowed).length, 6)
      }
      assert.deepEqual(await left({ ...key, visitor: 'd' }), [6, 982])
    })

    test('a publishable key with its own limits shares them among its visitors', async () => {
      const key = newKey()
      const limited = publishablePolicy(plan, { perMinute: 20, perDay: 3 })
      assert.equal(limited.header, '"minute";q=2;w=60, "day";q=3;w=86400')
      assert.equal(await times(9, { ...key, visitor: 'a' }, limited), 2)
      assert.equal(await times(9, { ...key, visitor: 'b' }, limited), 1)
      const refused = await take({ ...key, visitor: 'c' }, limited)
      assert.deepEqual(refused.rejectedBy, ['day'])
      const sibling = { ...key, keyId: newKey().keyId, visitor: 'c' }
      assert.deepEqual(await left(sibling), [6, 997])
    })

    test('with a plan of few requests each visitor still gets one', async () => {
      const key = newKey()
      const small = publishablePolicy({ perMinute: 5, perDay: 100 })
      assert.equal(await times(3, { ...key, visitor: 'a' }, small), 1)
      assert.equal(await times(3, { ...key, visitor: 'b' }, small), 1)
    })

    test('a publishable key is never banned, however often it is rejected', async () => {
      const key = newKey()
      const visitor = { ...key, visitor: 'persistent' }
      await times(6, visitor)
      for (let second = 0; second < 50; second += 1) {
        clock.advance(1_001)
        assert.equal((await take(visitor, free)).ban, undefined)
      }
      assert.equal((await take({ ...key, visitor: 'b' }, free)).allowed, true)
      assert.equal((await take(key, planPolicy(plan))).allowed, true)
      clock.advance(MINUTE_MS)
      assert.equal((await take(visitor, free)).allowed, true)
    })
  })
