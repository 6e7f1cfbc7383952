import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addStrike, type BanRules, nextBan } from './ban.ts'

const rules: BanRules = {
  strikes: 10,
  strikeWindowMs: 60_000,
  graceMs: 1_000,
  firstMs: 300_000,
  maxMs: 86_400_000,
  memoryMs: 86_400_000,
}

test('the first ban is short, each further one doubles, up to the maximum', () => {
  assert.deepEqual(nextBan(rules, undefined), { level: 1, lengthMs: 300_000 })
  for (const [level, lengthMs] of [
    [1, 600_000],
    [2, 1_200_000],
    [8, 76_800_000],
    [9, 86_400_000],
    [10_000, 86_400_000],
  ] as const) {
    assert.deepEqual(nextBan(rules, { level, endedAgoMs: 0 }), { level: level + 1, lengthMs })
  }
})

test('a ban is remembered for a day after its end, and while it is in force', () => {
  const level = (endedAgoMs: number) => nextBan(rules, { level: 3, endedAgoMs }).level
  assert.deepEqual([-1_000, 0, 86_399_999, 86_400_000, Infinity].map(level), [4, 4, 4, 1, 1])
})

test('strikes are too many if, and only if, more than 10 fall within 60 s', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20_000), { maxLength: 60 }), (waitsMs) => {
      const kept: number[] = []
      const all: number[] = []
      let nowMs = 0
      for (const waitMs of waitsMs) {
        nowMs += waitMs
        all.push(nowMs)
        const within = all.filter((strikeMs) => nowMs - strikeMs < 60_000).length
        assert.equal(addStrike(rules, kept, nowMs), within > 10)
      }
      assert.ok(kept.every((strikeMs) => nowMs - strikeMs < 60_000))
    }),
  )
})

test('if no strikes are allowed, the first one is too many', () => {
  assert.equal(addStrike({ ...rules, strikes: 0 }, [], 5), true)
})
