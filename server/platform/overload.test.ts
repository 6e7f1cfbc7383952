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
  const reportedMs: number[] = []
  const watch = overloadWatch({
    limitMs: 100,
    steadyMs: () => nowMs,
    onSample: (lateMs) => seen.push(lateMs),
    onOverload: (lateMs) => reportedMs.push(lateMs),
  })
  /** Lets time pass, with every sample `lateMs` late. */
  const pass = (looks: number, lateMs = 0) => {
    for (let look = 0; look < looks; look += 1) {
      nowMs += SAMPLE_MS + lateMs
      t.mock.timers.tick(SAMPLE_MS)
    }
  }
  /** Connects a client, and returns a function that disconnects it. */
  const connect = () => {
    const connection = new EventEmitter()
    watch.connected(connection as Socket)
    return () => connection.emit('close')
  }
  return { load: watch.load, seen, reportedMs, pass, connect }
}

test('an event loop is overloaded after two late samples, until one is on time', (t) => {
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

test('without connections there are no samples, and the time in between does not count as late', (t) => {
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

test('sampling continues while the event loop is overloaded', (t) => {
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

test('an intermittent overload is reported once, and again after ten quiet seconds', (t) => {
  const { load, reportedMs, pass, connect } = watched(t)
  connect()
  const overload = () => {
    pass(3, 101)
    assert.ok(load.isOverloaded)
    pass(1)
    assert.ok(!load.isOverloaded)
  }
  overload()
  overload()
  assert.deepEqual(reportedMs, [101])
  pass(300)
  overload()
  assert.deepEqual(reportedMs, [101, 101])
})
