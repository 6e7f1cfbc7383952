import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { circuitBreaker } from './circuit-breaker.ts'

test('ten failures open a circuit, and one attempt at a time decides whether it closes', () => {
  const clock = testClock()
  const breaker = circuitBreaker(clock.steadyMs)
  const fail = (count: number) => {
    for (let at = 0; at < count; at += 1) breaker.failed('a')
  }
  fail(9)
  assert.equal(breaker.room('a'), Number.POSITIVE_INFINITY)
  fail(9)
  assert.equal(breaker.room('a'), 0)
  assert.equal(breaker.room('b'), Number.POSITIVE_INFINITY)
  let openMs = 5_000
  for (let probe = 0; probe < 10; probe += 1) {
    clock.advance(openMs - 1)
    assert.equal(breaker.room('a'), 0)
    clock.advance(1)
    assert.equal(breaker.room('a'), 1)
    breaker.began('a')
    assert.equal(breaker.room('a'), 0)
    breaker.failed('a')
    openMs = Math.min(openMs * 2, 300_000)
  }
  clock.advance(openMs)
  breaker.began('a')
  breaker.ended('a')
  assert.equal(breaker.room('a'), 1, 'an aborted attempt does not count')
  breaker.began('a')
  breaker.succeeded('a')
  assert.equal(breaker.room('a'), Number.POSITIVE_INFINITY)
  fail(9)
  assert.equal(breaker.room('a'), Number.POSITIVE_INFINITY, 'counting starts again')
})
