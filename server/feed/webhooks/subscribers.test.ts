import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribers } from './subscribers.ts'

const subscription = (id: bigint, readThrough: bigint) => ({
  id,
  readThrough,
  accountId: 1n,
  url: 'https://receiver.example',
  types: ['pet.created'],
  isAdmin: false,
  isFailing: false,
  perMinute: 600,
  isDue: false,
  isRequested: false,
})

test('the webhooks with the most unread events are listed first, without those that have read everything', () => {
  const known = subscribers()
  known.refresh([subscription(1n, 90n), subscription(2n, 10n), subscription(3n, 100n)])
  const expected = [
    { webhookId: 2n, events: 90 },
    { webhookId: 1n, events: 10 },
  ]
  assert.deepEqual(known.furthestBehind(100n, 10), expected)
  assert.deepEqual(known.furthestBehind(100n, 1), expected.slice(0, 1))
})
