import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../platform/durations.ts'
import { MAX_PER_DAY, MAX_VALID, PANEL_KEY_MS, waitForRoom } from './panel-keys.ts'

const madeAt = (...days: number[]) =>
  days.map((day) => ({ createdAtMs: day * DAY_MS, expiresAtMs: day * DAY_MS + PANEL_KEY_MS }))

test('the docs create a limited number of keys a day, and more once a day has passed', () => {
  const today = madeAt(...Array<number>(MAX_PER_DAY).fill(0))
  assert.equal(waitForRoom(today.slice(1), 0), 0)
  assert.equal(waitForRoom(today, 0), DAY_MS)
  assert.equal(waitForRoom(today, DAY_MS - 1), 1)
  assert.equal(waitForRoom(today, DAY_MS), 0)
})

test('a limited number of keys of the docs are valid at a time, and more can follow when one expires', () => {
  const days = Array.from({ length: MAX_VALID }, (_, at) => 4 - Math.floor(at / 10))
  assert.equal(waitForRoom(madeAt(...days), 5 * DAY_MS), 2 * DAY_MS)
  assert.equal(waitForRoom(madeAt(...days.slice(1)), 5 * DAY_MS), 0)
})
