import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryConcurrency, type Holder } from './delivery-concurrency.ts'

const limits = { total: 10, slow: 4, perAccount: 6, perWebhook: 3, slowMs: 2_000 }

const holder = (webhook: number, account = webhook): Holder => ({
  webhookId: BigInt(webhook),
  accountId: BigInt(account),
})

test('a webhook, an account and all together have only so many attempts under way', () => {
  const concurrency = deliveryConcurrency(limits)
  const [first, second, third, other] = [holder(1, 1), holder(2, 1), holder(3, 1), holder(4, 2)]
  assert.equal(concurrency.roomFor(first), 3)
  concurrency.take(first, 3)
  assert.equal(concurrency.roomFor(first), 0)
  concurrency.take(second, 3)
  assert.equal(concurrency.roomFor(third), 0, 'the account has its six')
  assert.equal(concurrency.roomFor(other), 3)
  concurrency.take(other, 3)
  assert.equal(concurrency.roomFor(holder(5)), 1, 'ten in all')
  concurrency.take(holder(5), 1)
  assert.equal(concurrency.hasRoom(), false)
  concurrency.putBack(first, 1)
  assert.equal(concurrency.roomFor(first), 1)
})

test('receivers that are slow share a part of the slots; the rest is for those that are not', () => {
  const concurrency = deliveryConcurrency(limits)
  for (const webhook of [1, 2, 3]) concurrency.remember(holder(webhook), 15_000)
  concurrency.take(holder(1), concurrency.roomFor(holder(1)))
  concurrency.take(holder(2), concurrency.roomFor(holder(2)))
  assert.equal(concurrency.roomFor(holder(3)), 0, 'the slow ones have their four')
  assert.equal(concurrency.roomFor(holder(4)), 3)
  concurrency.remember(holder(3), 20)
  assert.equal(concurrency.roomFor(holder(3)), 3, 'it answered at once again')
})
