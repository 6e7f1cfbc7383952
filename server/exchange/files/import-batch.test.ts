import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchSize, nextBatch } from './import-batch.ts'

const withNotes = (count: number) => ({ details: { notes: Array.from({ length: count }) } })

test('a batch has as many rows as its size, and notes count as rows', () => {
  const light = Array.from({ length: 600 }, () => ({}))
  assert.equal(nextBatch(light, 100).length, 100)
  assert.equal(nextBatch(light, 1_000).length, 600)
  const rows = [...light.slice(0, 99), withNotes(500), withNotes(500)]
  assert.equal(nextBatch(rows, 100).length, 99)
  assert.equal(nextBatch(rows, 600).length, 100)
  assert.equal(batchSize(rows), 99 + 2 * 501)
})

test('an animal with more notes than a batch has room for is a batch of its own', () => {
  assert.equal(nextBatch([withNotes(500), {}], 100).length, 1)
  assert.equal(nextBatch([], 100).length, 0)
})
