import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoizeFor } from './memoize-for.ts'

test('concurrent callers share one read per period, and a failure is returned as undefined', async () => {
  let nowMs = 0
  let asked = 0
  const ask = memoizeFor(
    100,
    async () => {
      asked += 1
      if (asked === 2) throw new Error('away')
      return asked
    },
    () => nowMs,
  )
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
  nowMs = 99
  assert.equal(await ask(), 1)
  nowMs = 100
  assert.equal(await ask(), undefined)
  nowMs = 150
  assert.equal(await ask(), undefined)
  nowMs = 200
  assert.equal(await ask(), 3)
  assert.equal(asked, 3)
})
