// Checks that the heap does not grow during 500 requests of each operation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heapGrowth, NOTICEABLE_BYTES } from '../harness/heap-growth.ts'

test('500 requests of an operation leave nothing on the heap and compile nothing', async () => {
  const measured = await heapGrowth({ requests: 500 })
  for (const { id, keptBytes } of measured) {
    console.log(`${(keptBytes / 1_024).toFixed().padStart(6)} KiB  ${id}`)
  }
  for (const { id, keptBytes, compiled } of measured) {
    assert.equal(compiled, 0, `${id} makes code for its requests`)
    assert.ok(keptBytes < NOTICEABLE_BYTES, `${id} keeps ${keptBytes} bytes`)
  }
})
