import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { banRules } from '../../../test/harness/limiter-under-test.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Decision, Now } from './limiter.ts'
import { memoryLimiter } from './memory-limiter.ts'
import { planPolicy } from './policy.ts'
import type { StoredWindows } from './stored-windows.ts'

const policy = planPolicy({ perMinute: 2, perDay: 3 })
const at = (steadyMs: number, wallMs = 1_000_000 + steadyMs) => ({ steadyMs, wallMs })

/** The windows of one account, empty or as they were stored. */
const open = async (window?: StoredWindows['minute'], { wallMs, steadyMs }: Now = at(0)) => {
  const stored = { owner: { of: 'account', id: 1n }, day: { openedAtMs: wallMs, used: 0 } } as const
  const storage = {
    loadWindows: async () => (window ? [{ ...stored, minute: window }] : []),
    saveWindows: async () => {},
    loadBans: async () => [],
    saveBan: async () => {},
  }
  let now = { wallMs, steadyMs }
  const clock = { nowMs: () => now.wallMs, steadyMs: () => now.steadyMs }
  const limiter = await memoryLimiter({ clock, banRules, storage })
  const asked = (operation: 'take' | 'peek', moment: Now): Decision => {
    now = moment
    const decision = limiter[operation]({ accountId: 1n }, policy)
    assert.ok(!(decision instanceof Promise), 'the limiter in memory is synchronous')
    return decision
  }
  return {
    count: (moment: Now) => asked('take', moment).allowed,
    read(moment: Now) {
      const [minute, day] = asked('peek', moment).windows
      assert.ok(minute && day)
      return { minute, day }
    },
  }
}

test('a window opens with its first request and lasts exactly its length', async () => {
  const { count, read } = await open()
  assert.equal(read(at(5)).minute.resetsInMs, MINUTE_MS)
  assert.ok(count(at(100)))
  assert.ok(count(at(200)))
  assert.equal(count(at(100 + MINUTE_MS - 1)), false)
  assert.equal(read(at(100 + MINUTE_MS - 1)).minute.resetsInMs, 1)
  assert.equal(read(at(100 + MINUTE_MS)).minute.remaining, 2)
  assert.ok(count(at(100 + MINUTE_MS)))
  assert.equal(read(at(100 + MINUTE_MS)).minute.remaining, 1)
  assert.equal(read(at(100 + MINUTE_MS)).day.remaining, 0)
  assert.equal(count(at(100 + MINUTE_MS)), false)
})

test('reading does not open a window, and a full window is not charged', async () => {
  const { count, read } = await open()
  assert.equal(read(at(0)).day.resetsInMs, DAY_MS)
  for (const ms of [500, 600]) assert.ok(count(at(ms)))
  assert.equal(count(at(700)), false)
  assert.deepEqual([read(at(700)).day.remaining, read(at(700)).day.resetsInMs], [1, DAY_MS - (700 - 500)])
})

test('the reported reset is stable while the wall clock drifts, and follows a jump', async () => {
  const { count, read } = await open()
  count(at(0))
  const reportedResetMs = (steadyMs: number, wallMs: number) => read({ steadyMs, wallMs }).day.resetAtMs
  const first = reportedResetMs(0, 1_000_000)
  assert.equal(first, 1_000_000 + DAY_MS)
  for (const drift of [400, -400, 999, -1_000]) {
    assert.equal(reportedResetMs(10_000, 1_010_000 + drift), first)
  }
  assert.equal(reportedResetMs(20_000, 5_020_000), 5_000_000 + DAY_MS)
  assert.equal(reportedResetMs(30_000, 1_030_000), first)
})

test('the wall clock affects no decision', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ steadyMs: fc.nat(200_000), wallMs: fc.integer() })), async (moments) => {
      const ordered = moments.toSorted((a, b) => a.steadyMs - b.steadyMs)
      const [jumping, steady] = [await open(), await open()]
      for (const now of ordered) {
        assert.equal(jumping.count(now), steady.count(at(now.steadyMs)))
      }
    }),
  )
})

test('a restored window continues, and never lasts longer than its length', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.nat(), fc.nat(100), async (openedAtMs, wallMs, used) => {
      const now = { steadyMs: 77, wallMs }
      const { minute: state } = (await open({ openedAtMs, used }, now)).read(now)
      const ageMs = wallMs - openedAtMs
      const isOpen = ageMs < MINUTE_MS
      assert.equal(state.remaining, isOpen ? Math.max(0, 2 - used) : 2)
      assert.ok(state.resetsInMs > 0 && state.resetsInMs <= MINUTE_MS)
      if (isOpen && ageMs >= 0) assert.equal(state.resetsInMs, MINUTE_MS - ageMs)
      assert.equal(state.resetAtMs, wallMs + state.resetsInMs)
    }),
  )
})
