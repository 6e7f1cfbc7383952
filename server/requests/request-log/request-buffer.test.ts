import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../access/caller.ts'
import type { FinishedExchange } from './finished-exchange.ts'
import { requestBuffer } from './request-buffer.ts'

const caller = (accountId: bigint, keyId: bigint) => ({ kind: 'secret', isStaff: false, accountId, keyId }) as Caller

const setUp = () => {
  const state = { nowMs: 5_000, dropped: 0 }
  const buffer = requestBuffer({
    nowMs: () => state.nowMs,
    random: () => 0.5,
    onDropped() {
      state.dropped += 1
    },
  })
  const note = (by: Caller | undefined, code?: string, durationMs = 1): void => {
    const exchange: FinishedExchange = {
      method: 'GET',
      url: '/v1/x',
      route: undefined,
      params: {},
      requestId: 'id',
      caller: by,
      headers: {},
      decision: undefined,
      deprecation: undefined,
      error: code === undefined ? undefined : { code, errors: undefined },
    }
    buffer.add(exchange, code === undefined ? 200 : 400, durationMs)
  }
  const takeNow = (options?: { isLast: boolean }) => {
    const { rows, unloggedUntil } = buffer.take(options)
    const requests = rows.map((row) => {
      const [position, accountId, keyId, status, , , details] = JSON.parse(row)
      const { code, count } = JSON.parse(details)
      return { position, accountId, keyId, status, code, count }
    })
    return { requests, unloggedUntil }
  }
  /** What can be logged once the current second is over. */
  const take = () => {
    state.nowMs += 1_000
    return takeNow()
  }
  return { state, note, take, takeNow }
}

test('the first ten failures with one code, key and second are logged, and the rest is counted in one entry', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 25; count += 1) note(caller(1n, 1n), 'a')
  note(caller(1n, 1n), 'b')
  note(caller(1n, 2n), 'a')
  const { requests } = take()
  assert.deepEqual(
    requests.map(({ code, keyId, count }) => [code, keyId, count]),
    [
      ...Array.from({ length: 10 }, () => ['a', '1', undefined]),
      ['a', '1', 15],
      ['b', '1', undefined],
      ['a', '2', undefined],
    ],
  )
  note(caller(1n, 1n), 'a')
  assert.equal(take().requests.length, 1)
  assert.equal(state.dropped, 0)
})

test('requests wait until their second is over, or until the end', () => {
  const { note, takeNow, take } = setUp()
  for (let count = 0; count < 12; count += 1) note(undefined, 'a')
  assert.equal(takeNow().requests.length, 0)
  assert.equal(takeNow({ isLast: true }).requests.length, 11)
  assert.equal(take().requests.length, 0)
})

test('requests have an order, and preflights are left out', () => {
  const { note, take } = setUp()
  note(caller(1n, 1n))
  note(caller(1n, 1n), 'a')
  note(caller(1n, 1n))
  note(undefined)
  assert.deepEqual(
    take()
      .requests.toSorted((one, other) => Number(BigInt(one.position) - BigInt(other.position)))
      .map(({ status }) => status),
    ['200', '400', '200'],
  )
})

test('nine successes of an account in a second are logged; of ten none is, and it is said until when', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 9; count += 1) {
    note(caller(1n, 1n))
    note(caller(2n, BigInt(count)))
  }
  note(caller(2n, 9n))
  note(caller(2n, 9n), 'a')
  const { requests, unloggedUntil } = take()
  assert.equal(requests.filter(({ accountId }) => accountId === '1').length, 9)
  assert.deepEqual(
    requests.filter(({ accountId }) => accountId === '2').map(({ code }) => code),
    ['a'],
  )
  assert.deepEqual(unloggedUntil, [[2n, 6_000]])
  state.nowMs += 1_000
  note(caller(2n, 1n))
  const next = take()
  assert.deepEqual([next.requests.length, next.unloggedUntil], [1, []])
  assert.equal(state.dropped, 0)
})

test('a buffer that is not drained stays small, and dropped entries are counted', () => {
  const { state, note, take } = setUp()
  for (let count = 0; count < 8_000; count += 1) {
    note(caller(1n, BigInt(count)), 'a')
    note(caller(BigInt(count), 1n), undefined, 1)
    if (count % 100 === 0) state.nowMs += 1_000
  }
  const taken = take().requests.length
  assert.equal(taken, 10_000)
  assert.equal(state.dropped, 6_000)
  note(caller(1n, 1n))
  assert.equal(take().requests.length, 1)
})
