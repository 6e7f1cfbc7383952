import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heapGrowth, NOTICEABLE_BYTES } from './harness/heap-growth.ts'

test('many requests to an operation leave nothing on the heap and compile nothing', async () => {
  for (const { id, keptBytes, compiled } of await heapGrowth({ requests: 30, together: 6 })) {
    assert.equal(compiled, 0, `${id} makes code for its requests`)
    assert.ok(keptBytes < NOTICEABLE_BYTES, `${id} keeps ${keptBytes} bytes`)
  }
})
