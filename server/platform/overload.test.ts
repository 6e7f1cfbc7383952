import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
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
  /** Somebody connects, and leaves when that is called. */
  const connect = () => {
    const connection = new EventEmitter()
    watch.connected(connection as Socket)
    return () => connection.emit('close')
  }
  return { load: watch.load, seen, told, pass, connect }
}

test('an event loop that is late once is not overloaded, one that is late twice is, until it is in time', (t) => {
  const { load, pass, connect } = watched(t)
  connect()
  assert.equal(load.isOverloaded, false)
  pass(1, 101)
  assert.deepEqual(load, { isOverloaded: false, lateMs: 101 })
  pass(1, 101)
  assert.equal(load.isOverloaded, true)
  pass(1, 100)
  assert.equal(load.isOverloaded, false)
  pass(1, 500)
  assert.equal(load.isOverloaded, false)
})

test('while nobody is connected there are no looks, and time that passed meanwhile is not late', (t) => {
  const { load, seen, pass, connect } = watched(t)
  pass(10)
  assert.equal(seen.length, 0)
  const [leave, leaveLater] = [connect(), connect()]
  pass(15)
  leave()
  pass(15)
  assert.equal(seen.length, 30)
  leaveLater()
  pass(100)
  assert.equal(seen.length, 31)
  connect()
  pass(1)
  assert.deepEqual(load, { isOverloaded: false, lateMs: 0 })
})

test('it goes on looking for as long as it is overloaded', (t) => {
  const { load, seen, pass, connect } = watched(t)
  connect()()
  pass(200, 101)
  assert.equal(seen.length, 200)
  assert.equal(load.isOverloaded, true)
  pass(1)
  assert.equal(load.isOverloaded, false)
  pass(10)
  assert.equal(seen.length, 201)
})

test('an overload that comes and goes is told once, and again after ten quiet seconds', (t) => {
  const { load, told, pass, connect } = watched(t)
  connect()
  const overload = () => {
    pass(3, 101)
    assert.ok(load.isOverloaded)
    pass(1)
    assert.ok(!load.isOverloaded)
  }
  overload()
  overload()
  assert.deepEqual(told, [101])
  pass(300)
  overload()
  assert.deepEqual(told, [101, 101])
})
