import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { overloadWatch } from './overload.ts'

const SAMPLE_MS = 50

const watched = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let nowMs = 0
  const seen: number[] = []
  const told: number[] = []
  const watch = overloadWatch({
    limitMs: 100,
    steadyMs: () => nowMs,
    onSample: (lateMs) => seen.push(lateMs),
    onOverload: (lateMs) => told.push(lateMs),
  })
  /** Time passes, in which the event loop is `lateMs` late for each look. */
  const pass = (looks: number, lateMs = 0) => {
    for (let look = 0; look < looks; look += 1) {
      nowMs += SAMPLE_MS + lateMs
      t.mock.timers.tick(SAMPLE_MS)
    }
  }
  return { ...watch, seen, told, pass }
}

test('an event loop that is late once is not overloaded, one that is late twice is, until it is in time', (t) => {
  const { isOverloaded, lateMs, pass } = watched(t)
  assert.equal(isOverloaded(), false)
  pass(1, 101)
  assert.equal(lateMs(), 101)
  assert.equal(isOverloaded(), false)
  pass(1, 101)
  assert.equal(isOverloaded(), true)
  pass(1, 100)
  assert.equal(isOverloaded(), false)
  pass(1, 500)
  assert.equal(isOverloaded(), false)
})

test('while nobody asks there are no looks, and time that passed meanwhile is not late', (t) => {
  const { isOverloaded, lateMs, seen, pass } = watched(t)
  pass(10)
  assert.equal(seen.length, 0)
  isOverloaded()
  pass(100)
  assert.equal(seen.length, 20)
  isOverloaded()
  pass(15)
  isOverloaded()
  pass(15)
  assert.equal(seen.length, 50)
  assert.equal(lateMs(), 0)
})

test('it goes on looking for as long as it is overloaded', (t) => {
  const { isOverloaded, seen, pass } = watched(t)
  isOverloaded()
  pass(200, 101)
  assert.equal(seen.length, 200)
  pass(1)
  assert.equal(isOverloaded(), false)
})

test('an overload that comes and goes is told once, and again after ten quiet seconds', (t) => {
  const { isOverloaded, told, pass } = watched(t)
  const overload = () => {
    isOverloaded()
    pass(2, 101)
    assert.ok(isOverloaded() && isOverloaded())
    pass(1)
    assert.ok(!isOverloaded())
  }
  overload()
  overload()
  assert.deepEqual(told, [101])
  pass(300)
  overload()
  assert.deepEqual(told, [101, 101])
})
