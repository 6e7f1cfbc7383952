import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { seenIds } from './seen-ids.ts'

const ids = fc.array(fc.oneof(fc.bigInt(1n, 40n), fc.bigInt(1n, 2n ** 63n - 1n), fc.constant(2n ** 62n)), {
  maxLength: 200,
})

test('add returns the line of the first occurrence, whatever the order of ids', () => {
  fc.assert(
    fc.property(ids, fc.array(fc.bigInt(1n, 2n ** 40n), { maxLength: 50 }), (mixed, ascending) => {
      const seen = seenIds()
      const known = new Map<bigint, number>()
      const all = [...ascending.toSorted((one, other) => (one < other ? -1 : 1)), ...mixed]
      for (const [at, id] of all.entries()) {
        assert.equal(seen.add(id, at + 2), known.get(id))
        if (!known.has(id)) known.set(id, at + 2)
      }
    }),
  )
})

test('ascending ids with many gaps are remembered too', () => {
  const seen = seenIds()
  for (let id = 1n; id <= 30_000n; id += 1n) assert.equal(seen.add(id * 3n, Number(id)), undefined)
  for (let id = 1n; id <= 30_000n; id += 1n) {
    assert.equal(seen.add(id * 3n, 99_999), Number(id))
    assert.equal(seen.add(id * 3n + 1n, 99_999), undefined)
  }
})
