import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttemptMs, showDelivery } from './delivery.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

test('a retry happens at the published time, or up to a tenth later', () => {
  const delays = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
  for (const [at, delay] of delays.entries()) {
    assert.equal(nextAttemptMs(at + 1, 1_000_000, 0), 1_000_000 + delay)
    assert.equal(nextAttemptMs(at + 1, 1_000_000, 0.5), 1_000_000 + delay * 1.05)
  }
})

test('the eighth attempt is the last', () => {
  assert.equal(nextAttemptMs(8, 1_000_000, 0), undefined)
})

test('a delivery is shown with the id of its event, and without absent fields', () => {
  assert.deepEqual(
    showDelivery({
      sequence: 42n,
      status: 'succeeded',
      attempts: 1,
      createdAtMs: 0,
      type: undefined,
      nextAttemptAtMs: undefined,
      lastAttemptAtMs: undefined,
      durationMs: undefined,
      lastStatusCode: undefined,
      lastError: undefined,
      responseBody: 'never in a list',
    }),
    {
      id: 'evt_0000000000000000042',
      eventId: 'evt_0000000000000000042',
      status: 'succeeded',
      attempts: 1,
      createdAt: '1970-01-01T00:00:00.000Z',
    },
  )
})
