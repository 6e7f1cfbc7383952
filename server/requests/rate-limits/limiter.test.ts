import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, limitHeaders, rejection, type WindowState } from './limiter.ts'
import { planPolicy, type WindowName } from './policy.ts'

const policy = planPolicy({ perMinute: 60, perDay: 1_000 })
const nowMs = 1_000_000_000_400

const state = (name: WindowName, remaining: number, resetsInMs: number): WindowState => ({
  name,
  limit: name === 'minute' ? 60 : 1_000,
  remaining,
  resetAtMs: nowMs + resetsInMs,
  resetsInMs,
})

const decision = (minute: [number, number], day: [number, number], more = {}): Decision => ({
  allowed: true,
  windows: [state('minute', ...minute), state('day', ...day)],
  rejectedBy: [],
  ...more,
})

const three = (of: Decision): string[] => {
  const headers = limitHeaders(of, policy)
  return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']]
}

test('the X- headers describe the window with the fewest requests left', () => {
  assert.deepEqual(three(decision([59, 42_000], [940, 7_680_000])), ['60', '59', '1000000043'])
  assert.deepEqual(three(decision([59, 42_000], [3, 7_680_000])), ['1000', '3', '1000007681'])
})

test('if two windows have the same number left, the headers describe the one that resets later', () => {
  assert.deepEqual(three(decision([7, 42_000], [7, 50_000])), ['1000', '7', '1000000051'])
  assert.deepEqual(three(decision([7, 42_000], [7, 3_000])), ['60', '7', '1000000043'])
})

test('after a rejection the headers describe the rejecting window or, of two, the one that resets later', () => {
  const byMinute = decision([0, 42_000], [0, 90_000], { allowed: false, rejectedBy: ['minute'] })
  assert.deepEqual(three(byMinute), ['60', '0', '1000000043'])
  const byBoth = decision([0, 42_000], [0, 5_000], {
    allowed: false,
    rejectedBy: ['minute', 'day'],
  })
  assert.deepEqual(three(byBoth), ['60', '0', '1000000043'])
})

test('Reset and t are rounded up to whole seconds, so that waiting for them is enough', () => {
  const headers = limitHeaders(decision([59, 1], [940, 599]), policy)
  assert.equal(headers['x-ratelimit-reset'], '1000000001')
  assert.equal(headers.ratelimit, '"minute";r=59;t=1, "day";r=940;t=1')
})

test('the structured headers name every window', () => {
  const headers = limitHeaders(decision([59, 42_000], [940, 7_680_000]), policy)
  assert.equal(headers['ratelimit-policy'], '"minute";q=60;w=60, "day";q=1000;w=86400')
  assert.equal(headers.ratelimit, '"minute";r=59;t=42, "day";r=940;t=7680')
})

test('Retry-After is the latest reset among the windows that rejected, at least 1', () => {
  const retry = (minuteMs: number, dayMs: number, rejectedBy: WindowName[]) =>
    rejection(decision([0, minuteMs], [0, dayMs], { allowed: false, rejectedBy }))
  assert.deepEqual(retry(41_001, 90_000, ['minute']), {
    code: 'rate_limit_exceeded',
    retryAfterSeconds: 42,
  })
  assert.deepEqual(retry(42_000, 90_000, ['minute', 'day']), {
    code: 'daily_quota_exceeded',
    retryAfterSeconds: 90,
  })
  assert.equal(retry(42_000, 5_000, ['minute', 'day']).retryAfterSeconds, 42)
  assert.equal(retry(0, 0, ['minute']).retryAfterSeconds, 1)
})

test('during a ban, Retry-After and Reset point to its end, and Remaining is 0', () => {
  const ban = { untilMs: nowMs + 299_001, endsInMs: 299_001 }
  const banned = decision([5, 42_000], [900, 90_000], { allowed: false, ban })
  assert.deepEqual(rejection(banned), { code: 'key_temporarily_banned', retryAfterSeconds: 300 })
  assert.deepEqual(three(banned).slice(1), ['0', '1000000300'])
})
