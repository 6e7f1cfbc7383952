import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { deliveryBudget } from './delivery-budget.ts'

test('within any minute an account has ten times as many deliveries as requests', () => {
  const clock = testClock()
  const budget = deliveryBudget(clock.steadyMs)
  const free = { accountId: 1n, perMinute: 60 }
  const sentAtMs: number[] = []
  for (let step = 0; step < 1_000; step += 1) {
    for (let most = 37; most > 0 && budget.left(free) > 0; most -= 1) {
      budget.spend(free.accountId)
      sentAtMs.push(clock.steadyMs())
    }
    clock.advance(333)
  }
  const inMinuteOf = (startMs: number) => sentAtMs.filter((atMs) => atMs >= startMs && atMs < startMs + 60_000).length
  assert.equal(Math.max(...sentAtMs.map(inMinuteOf)), 600)
  assert.ok(sentAtMs.length > 2_400, `${sentAtMs.length} in five and a half minutes`)
  assert.equal(budget.left({ accountId: 2n, perMinute: 60 }), 600, 'each account has its own')
})

test('a delivery that was not sent does not count', () => {
  const clock = testClock()
  const budget = deliveryBudget(clock.steadyMs)
  const one = { accountId: 1n, perMinute: 1 }
  const giveBack = Array.from({ length: 10 }, () => budget.spend(1n))
  assert.equal(budget.left(one), 0)
  giveBack[0]?.()
  assert.equal(budget.left(one), 1)
  clock.advance(120_000)
  giveBack[1]?.()
  assert.equal(budget.left(one), 10)
})
