import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limiterUnderTest, type MakeLimiter } from '../../../test/harness/limiter-under-test.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { failedLookupsBucket, portalBucket } from './address.ts'
import type { Subject } from './limiter.ts'
import { addressPolicy, publishablePolicy } from './policy.ts'

/** The tests that every adapter of the limiter port must pass for clients with a whole IPv6 network. */
export const networksContract = (name: string, makeLimiter: MakeLimiter): void =>
  void describe(`IPv6 networks: ${name}`, () => {
    const { clock, newAccount, take, peek } = limiterUnderTest(makeLimiter, 'networks')
    const policy = addressPolicy(10)

    /** A bucket in the /48, /56 and /64 with these numbers. */
    const bucketIn = (site: number, part: number, own: number): string =>
      `2001:db8:${site.toString(16)}:${((part << 8) | own).toString(16)}::/64`
    const allowed = async (subjects: Subject[], of = policy): Promise<number> => {
      let count = 0
      for (const subject of subjects) if ((await take(subject, of)).allowed) count += 1
      return count
    }
    const spread = (site: number, parts: number, eachOwn: number, requests = 10): { address: string }[] =>
      Array.from({ length: parts * eachOwn * requests }, (_, at) => ({
        address: bucketIn(site, at % parts, Math.floor(at / parts) % eachOwn),
      }))

    test('a /64 gets the limit, a /56 four times, and a /48 sixteen times', async () => {
      const one = { address: bucketIn(1, 1, 1) }
      assert.equal(await allowed(Array.from({ length: 30 }, () => one)), 10)
      assert.equal(await allowed(spread(2, 1, 9)), 40)
      assert.equal(await allowed(spread(3, 20, 4)), 160)
      assert.equal(await allowed([{ address: '192.0.2.200' }, { address: bucketIn(4, 0, 0) }]), 2)
      clock.advance(MINUTE_MS)
      assert.equal(await allowed(spread(3, 20, 4)), 160)
    })

    test('no more concurrent requests are allowed than sequential ones, and a rejected request is not counted', async () => {
      const decided = await Promise.all(
        spread(5, 20, 4, 5).map(async (subject) => (await take(subject, policy)).allowed),
      )
      assert.equal(decided.filter((isAllowed) => isAllowed).length, 160)
      const quiet = { address: bucketIn(5, 200, 1) }
      const { windows } = await peek(quiet, policy)
      assert.deepEqual(
        windows.map(({ name, limit, remaining }) => [name, limit, remaining]),
        [['minute', 10, 0]],
      )
      const refused = await take(quiet, policy)
      assert.deepEqual([refused.allowed, refused.rejectedBy], [false, ['minute']])
    })

    test('pages, failed keys and requests without a key are counted separately', async () => {
      const addresses = spread(6, 16, 1)
      assert.equal(await allowed(addresses), 160)
      const one = '2001:db8:6:ff01::1'
      assert.equal(await allowed([{ address: portalBucket(one) }]), 1)
      assert.equal(await allowed([{ address: failedLookupsBucket(one) }]), 1)
    })

    test('visitors of a publishable key share the limit of their network', async () => {
      const account = newAccount()
      const publishable = publishablePolicy({ perMinute: 1_000, perDay: 100_000 })
      const visitors = spread(7, 1, 9, 100).map(({ address }) => ({ ...account, visitor: address }))
      assert.equal(await allowed(visitors, publishable), 400)
      const other = { ...account, visitor: '192.0.2.201' }
      assert.equal(await allowed([other], publishable), 1)
      const another = newAccount()
      assert.equal(await allowed([{ ...another, visitor: bucketIn(7, 0, 0) }], publishable), 1)
    })
  })
