import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, MINUTE_MS, planPolicy } from './policy.ts'
import { countRequest, hasRoom, restoreWindow, type Windows, windowState } from './window.ts'

const { rules } = planPolicy({ perMinute: 2, perDay: 3 })
const [minute, day] = rules
const at = (steadyMs: number, wallMs = 1_000_000 + steadyMs) => ({ steadyMs, wallMs })
assert.ok(minute && day)

test('a window opens at the first request in it and lasts its length, not a millisecond more', () => {
  const windows: Windows = {}
  assert.equal(windowState(windows, minute, at(5)).resetsInMs, MINUTE_MS)
  countRequest(windows, rules, at(100))
  countRequest(windows, rules, at(200))
  assert.equal(hasRoom(windows, rules, at(100 + MINUTE_MS - 1)), false)
  assert.equal(windowState(windows, minute, at(100 + MINUTE_MS - 1)).resetsInMs, 1)
  assert.equal(hasRoom(windows, rules, at(100 + MINUTE_MS)), true)
  assert.equal(windowState(windows, minute, at(100 + MINUTE_MS)).remaining, 2)
  countRequest(windows, rules, at(100 + MINUTE_MS))
  assert.equal(windowState(windows, minute, at(100 + MINUTE_MS)).remaining, 1)
  assert.equal(windowState(windows, day, at(100 + MINUTE_MS)).remaining, 0)
  assert.equal(hasRoom(windows, rules, at(100 + MINUTE_MS)), false)
})

test('the reset that clients are told does not waver while the wall clock drifts, and follows a jump', () => {
  const windows: Windows = {}
  countRequest(windows, rules, at(0))
  const told = (steadyMs: number, wallMs: number) =>
    windowState(windows, day, { steadyMs, wallMs }).resetAtMs
  const first = told(0, 1_000_000)
  assert.equal(first, 1_000_000 + DAY_MS)
  for (const drift of [400, -400, 999, -1_000]) {
    assert.equal(told(10_000, 1_010_000 + drift), first)
  }
  assert.equal(told(20_000, 5_020_000), 5_000_000 + DAY_MS)
  assert.equal(told(30_000, 1_030_000), first)
})

test('the wall clock decides nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ steadyMs: fc.nat(200_000), wallMs: fc.integer() })),
      (moments) => {
        const ordered = moments.toSorted((a, b) => a.steadyMs - b.steadyMs)
        const [jumping, steady]: Windows[] = [{}, {}]
        assert.ok(jumping && steady)
        for (const now of ordered) {
          const calm = at(now.steadyMs)
          assert.equal(hasRoom(jumping, rules, now), hasRoom(steady, rules, calm))
          if (!hasRoom(steady, rules, calm)) continue
          countRequest(jumping, rules, now)
          countRequest(steady, rules, calm)
        }
      },
    ),
  )
})

test('a restored window goes on where it was, and never lasts longer than its length', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.nat(100), (openedAtMs, wallMs, used) => {
      const now = { steadyMs: 77, wallMs }
      const windows = { minute: restoreWindow(minute, { openedAtMs, used }, now) }
      const state = windowState(windows, minute, now)
      const ageMs = wallMs - openedAtMs
      const isOpen = ageMs < MINUTE_MS
      assert.equal(state.remaining, isOpen ? Math.max(0, 2 - used) : 2)
      assert.ok(state.resetsInMs > 0 && state.resetsInMs <= MINUTE_MS)
      if (isOpen && ageMs >= 0) assert.equal(state.resetsInMs, MINUTE_MS - ageMs)
      assert.equal(state.resetAtMs, wallMs + state.resetsInMs)
    }),
  )
})
