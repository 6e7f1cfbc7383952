import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverySlots, type Holder } from './delivery-slots.ts'

const limits = { total: 10, slow: 4, perAccount: 6, perWebhook: 3, slowMs: 2_000 }

const holder = (webhook: number, account = webhook): Holder => ({
  webhookId: BigInt(webhook),
  accountId: BigInt(account),
})

test('a webhook, an account and all together have only so many attempts under way', () => {
  const slots = deliverySlots(limits)
  const [first, second, third, other] = [holder(1, 1), holder(2, 1), holder(3, 1), holder(4, 2)]
  assert.equal(slots.roomFor(first), 3)
  slots.take(first, 3)
  assert.equal(slots.roomFor(first), 0)
  slots.take(second, 3)
  assert.equal(slots.roomFor(third), 0, 'the account has its six')
  assert.equal(slots.roomFor(other), 3)
  slots.take(other, 3)
  assert.equal(slots.roomFor(holder(5)), 1, 'ten in all')
  slots.take(holder(5), 1)
  assert.equal(slots.hasRoom(), false)
  slots.putBack(first, 1)
  assert.equal(slots.roomFor(first), 1)
})

test('receivers that are slow share a part of the slots; the rest is for those that are not', () => {
  const slots = deliverySlots(limits)
  for (const webhook of [1, 2, 3]) slots.remember(holder(webhook), 15_000)
  slots.take(holder(1), slots.roomFor(holder(1)))
  slots.take(holder(2), slots.roomFor(holder(2)))
  assert.equal(slots.roomFor(holder(3)), 0, 'the slow ones have their four')
  assert.equal(slots.roomFor(holder(4)), 3)
  slots.remember(holder(3), 20)
  assert.equal(slots.roomFor(holder(3)), 3, 'it answered at once again')
})
