import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planNames } from '../../requests/plans/plan.ts'
import { type AccountPatch, type AccountRecord, ownLimitFaults, patchedAccount } from './account.ts'

const limit = fc.integer({ min: 1, max: 1_000 })
const maybe = fc.option(limit, { nil: undefined })
const plan = fc.constantFrom(...planNames)
const change = fc.oneof(limit, fc.constant(null), fc.constant(undefined))

test('only an enterprise account may have its own limits, and it needs both', () => {
  fc.assert(
    fc.property(plan, maybe, maybe, (plan, perMinute, perDay) => {
      const given = [perMinute, perDay].filter((limit) => limit !== undefined).length
      const faults = ownLimitFaults(plan, { perMinute, perDay })
      assert.equal(faults.length === 0, given === 0 || (given === 2 && plan === 'enterprise'))
    }),
  )
})

test('the error names the forbidden or missing field', () => {
  const fields = (...of: Parameters<typeof ownLimitFaults>) =>
    ownLimitFaults(...of).map(({ field, code }) => `${field} ${code}`)
  assert.deepEqual(fields('pro', { perMinute: 1 }), ['perMinute invalid_value'])
  assert.deepEqual(fields('free', { perMinute: 1, perDay: 2 }), ['perMinute invalid_value', 'perDay invalid_value'])
  assert.deepEqual(fields('enterprise', { perMinute: 1 }), ['perDay required'])
  assert.deepEqual(fields('enterprise', { perDay: 1 }), ['perMinute required'])
})

test('a patch sets the given fields, removes nulls, leaves the rest, and removes custom limits outside enterprise', () => {
  fc.assert(
    fc.property(plan, maybe, change, change, (to, mine, perMinute, perDay) => {
      const own = { perMinute: mine, perDay: mine }
      const before: AccountRecord = {
        ...({ id: 1n, name: 'a', plan: 'enterprise', own } as const),
        suspendedAtMs: undefined,
        reviewedAtMs: 0,
        createdAtMs: 0,
      }
      const patch = { plan: to, perMinute, perDay } as AccountPatch
      const after = patchedAccount(before, patch, 0)
      const kept = to === 'enterprise' ? mine : undefined
      const expected = (change: number | null | undefined) => (change === undefined ? kept : (change ?? undefined))
      assert.deepEqual(after, {
        ...before,
        plan: to,
        own: { perMinute: expected(perMinute), perDay: expected(perDay) },
      })
    }),
  )
})
