import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameId, parseInt64 } from './int64.ts'

test('ids are read exactly, also beyond the safe integers, and what is no id is not one', () => {
  assert.equal(parseInt64(' 42 '), 42)
  assert.equal(parseInt64('9007199254740993'), 9007199254740993n)
  assert.equal(parseInt64('9223372036854775807'), 2n ** 63n - 1n)
  for (const text of ['', '9223372036854775808', '1.5', '1e3', '0x10', 'all']) assert.equal(parseInt64(text), undefined)
})

test('an id is the same as a number and as a bigint', () => {
  assert.ok(isSameId(7, 7n))
  assert.ok(!isSameId(7, 8n))
})
