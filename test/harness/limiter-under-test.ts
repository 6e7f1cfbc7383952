import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { DAY_MS } from '../../server/platform/durations.ts'
import type { BanRules } from '../../server/requests/rate-limits/ban.ts'
import type { Cost, Limiter, Subject } from '../../server/requests/rate-limits/limiter.ts'
import type { Policy } from '../../server/requests/rate-limits/policy.ts'
import { type TestClock, testClock } from './clock.ts'

export const banRules: BanRules = {
  strikes: 10,
  strikeWindowMs: 60_000,
  graceMs: 1_000,
  firstMs: 300_000,
  maxMs: DAY_MS,
  memoryMs: DAY_MS,
}

type LimiterUnderTest = { limiter: Limiter; close(): Promise<void> }
export type MakeLimiter = (deps: { clock: TestClock; banRules: BanRules }) => Promise<LimiterUnderTest>

/** Each contract uses different accounts, because adapters may share their counters. */
const firstAccounts = { windows: 0n, bans: 500_000n, visitors: 1_000_000n, networks: 1_500_000n }

/** An adapter for the tests of one `describe`, created before and closed after them. Each test takes new accounts. */
export const limiterUnderTest = (makeLimiter: MakeLimiter, contract: keyof typeof firstAccounts) => {
  const clock = testClock()
  let subject: LimiterUnderTest
  before(async () => {
    subject = await makeLimiter({ clock, banRules })
  })
  after(() => subject.close())

  let lastId = firstAccounts[contract]
  const take = async (of: Subject, policy: Policy, cost?: Cost) => subject.limiter.take(of, policy, cost)
  const peek = async (of: Subject, policy: Policy) => subject.limiter.peek(of, policy)
  return {
    clock,
    take,
    peek,
    newAccount() {
      lastId += 1n
      return { accountId: lastId, keyId: lastId }
    },
    async takeAll(of: Subject, policy: Policy, count: number): Promise<void> {
      for (let taken = 0; taken < count; taken += 1) {
        assert.ok((await take(of, policy)).allowed)
      }
    },
    remaining: async (of: Subject, policy: Policy) =>
      (await peek(of, policy)).windows.map((window) => window.remaining),
  }
}
