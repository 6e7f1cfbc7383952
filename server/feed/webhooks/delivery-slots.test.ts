import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { type Destination, deliverySlots } from './delivery-slots.ts'

const limits = {
  total: 20,
  unproven: 8,
  failing: 4,
  perAccount: 6,
  perHost: 5,
  perAccountAndHost: 3,
  slowMs: 2_000,
}

const destination = (webhook: number, account = webhook, host = `${webhook}`): Destination => ({
  webhookId: BigInt(webhook),
  accountId: BigInt(account),
  host,
  isFailing: false,
})

const takeAll = (slots: ReturnType<typeof deliverySlots>, to: Destination) =>
  Array.from({ length: slots.roomFor(to) }, () => slots.take(to))

test('a host has a limit of attempts per account, and one in total', () => {
  const slots = deliverySlots(testClock().steadyMs, limits)
  const [first] = takeAll(slots, destination(1, 1, 'a'))
  assert.equal(slots.roomFor(destination(2, 1, 'a')), 0, 'the account has its three')
  assert.equal(takeAll(slots, destination(3, 2, 'a')).length, 2, 'the host has its five')
  assert.equal(slots.roomFor(destination(4, 3, 'a')), 0)
  assert.equal(slots.roomFor(destination(4, 3, 'b')), 3)
  assert.equal(takeAll(slots, destination(5, 1, 'c')).length, 3)
  assert.equal(slots.roomFor(destination(6, 1, 'd')), 0, 'the account has its six')
  if (first) slots.putBack(first)
  assert.equal(slots.roomFor(destination(4, 3, 'a')), 1)
})

test('failing, hanging and new receivers share some slots, and working receivers use the rest', () => {
  const clock = testClock()
  const slots = deliverySlots(clock.steadyMs, limits)
  const working = destination(1)
  for (const slot of takeAll(slots, working)) {
    slots.remember(slot, true)
    slots.putBack(slot)
  }
  for (const webhook of [2, 3, 4, 5]) takeAll(slots, destination(webhook))
  assert.equal(slots.roomFor(destination(6)), 0, 'eight are unproven')
  assert.equal(slots.roomFor(working), 3)
  clock.advance(2_001)
  slots.findSlow()
  assert.equal(slots.roomFor(destination(6)), 3, 'hanging receivers take no more slots from new ones')
  assert.equal(slots.roomFor(destination(2, 7, 'x')), 0, 'and they have their maximum')
  assert.equal(slots.roomFor({ ...destination(8), isFailing: true }), 0)
  assert.equal(slots.roomFor(working), 3)
})
