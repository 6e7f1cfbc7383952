import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../access/caller.ts'
import type { FinishedRequest, FinishedRequests } from './finished-request.ts'
import { requestBuffer } from './request-buffer.ts'

const caller = (accountId: bigint, keyId: bigint) =>
  ({ kind: 'secret', isStaff: false, accountId, keyId }) as Caller

const setUp = () => {
  const state = { nowMs: 5_000, dropped: 0 }
  const finished: FinishedRequests = { waiting: [], successes: 0, onMany: undefined }
  const buffer = requestBuffer({
    finished,
    nowMs: () => state.nowMs,
    onDropped(count) {
      state.dropped += count
    },
  })
  const note = (by: Caller | undefined, code?: string, durationMs = 1): void => {
    const request: FinishedRequest = {
      ...{ timeMs: state.nowMs, status: code === undefined ? 200 : 400, durationMs },
      ...{ method: 'GET', url: '/v1/x', route: undefined, params: {}, requestId: 'id' },
      ...{ caller: by, userAgent: undefined, decision: undefined, isDeprecated: false },
      error: code === undefined ? undefined : { code, errors: undefined },
    }
    finished.waiting.push(request)
  }
  return { state, note, ...buffer }
}

test('the first ten failures with one code, key and second are logged, and the rest is counted in one entry', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 25; count += 1) note(caller(1n, 1n), 'a')
  note(caller(1n, 1n), 'b')
  note(caller(1n, 2n), 'a')
  // The second is not over yet.
  assert.equal(take().length, 12)
  note(caller(1n, 1n), 'a')
  assert.equal(take().length, 0)
  state.nowMs += 1_000
  assert.deepEqual(
    take().map(({ count, request }) => [count, request.error?.code]),
    [[16, 'a']],
  )
  note(caller(1n, 1n), 'a')
  assert.equal(take().length, 1)
  assert.equal(state.dropped, 0)
})

test('counts are written at the end', () => {
  const { note, take } = setUp()
  for (let count = 0; count < 12; count += 1) note(undefined, 'a')
  assert.deepEqual(
    take({ isLast: true })
      .map(({ count }) => count ?? 1)
      .reduce((one, other) => one + other),
    12,
  )
})

test('requests keep their order, and preflights are left out', () => {
  const { note, take } = setUp()
  note(caller(1n, 1n))
  note(caller(1n, 1n), 'a')
  note(caller(1n, 1n))
  note(undefined)
  assert.deepEqual(
    take().map(({ request }) => request.status),
    [200, 400, 200],
  )
})

test('an account has at most a thousand queued successes, the newest', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 1_900; count += 1) {
    state.nowMs += 1
    note(caller(1n, 1n), undefined, count)
    if (count === 0) note(caller(2n, 2n), undefined, 0)
  }
  const taken = take()
  assert.equal(taken.length, 1_001)
  const [first, ...others] = taken
  assert.equal(first?.request.caller?.accountId, 2n)
  assert.deepEqual([others[0]?.request.durationMs, others.at(-1)?.request.durationMs], [900, 1_899])
  assert.equal(take().length, 0)
  assert.equal(state.dropped, 0)
})

test('if an account sends thousands of requests between two flushes, the newest few are logged', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 7_123; count += 1) note(caller(1n, 1n), undefined, count)
  const taken = take()
  assert.deepEqual(
    [taken.length, taken[0]?.request.durationMs, taken.at(-1)?.request.durationMs],
    [100, 7_023, 7_122],
  )
  assert.equal(state.dropped, 900)
})

test('a buffer that is not drained stays small, and dropped entries are counted', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 8_000; count += 1) {
    note(caller(1n, BigInt(count)), 'a')
    note(caller(BigInt(count), 1n), undefined, 1)
  }
  assert.ok(take().length <= 10_000)
  assert.ok(state.dropped >= 6_000)
})
