import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareCodePoints, firstAfter, sortedRows } from './sorted-rows.ts'

test('rows are in order however many are added at a time, and after some are removed', () => {
  const step = fc.oneof(
    fc.record({ add: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 }) }),
    fc.record({ remove: fc.integer({ min: 0, max: 20 }), isLooked: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let values: number[] = []
      const sorted = sortedRows((one, other) => (values[one] ?? 0) - (values[other] ?? 0) || one - other)
      const check = () =>
        assert.deepEqual(
          [...sorted.upTo(values.length)].map((row) => values[row]),
          values.toSorted((one, other) => one - other),
        )
      for (const one of steps) {
        if ('add' in one) values.push(...one.add)
        else {
          if (one.isLooked) check()
          let kept = 0
          const movedTo = Int32Array.from(values, (value) => (value === one.remove ? -1 : kept++))
          values = values.filter((value) => value !== one.remove)
          sorted.move(movedTo, values.length)
        }
        if (!('remove' in one)) check()
      }
      check()
    }),
  )
})

test('finds a position among rows', () => {
  const rows = Int32Array.from([1, 3, 3, 5])
  for (const [place, count] of [
    [0, 0],
    [1, 1],
    [3, 3],
    [4, 3],
    [9, 4],
  ] as const) {
    assert.equal(
      firstAfter(rows, rows.length, (row) => row - place),
      count,
    )
  }
})

test('texts are sorted by their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other))
      assert.equal(Math.sign(compareCodePoints(one, other)), bytes)
    }),
  )
  assert.ok(compareCodePoints('\u{1f431}', '\uffee') > 0)
})
