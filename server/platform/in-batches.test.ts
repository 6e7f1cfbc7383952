import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../test/harness/clock.ts'
import { inBatches } from './in-batches.ts'

const recorded = () => {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const add = inBatches<number>(
    (batch) => {
      batches.push(batch)
      return new Promise((resolve) => ends.push(resolve))
    },
    { pauseMs: 1, clock: testClock() },
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const begun = async (count: number) => {
    while (batches.length < count) await turn()
  }
  return { batches, add, turn, begun, end: () => ends.shift()?.() }
}

test('calls in one turn of the event loop form one batch, in order', async () => {
  const { batches, add, begun } = recorded()
  for (const item of [1, 2, 3]) add(item)
  assert.deepEqual(batches, [])
  await begun(1)
  assert.deepEqual(batches, [[1, 2, 3]])
})

test('calls during a batch form the next batch', async () => {
  const { batches, add, begun, end, turn } = recorded()
  add(1)
  await begun(1)
  add(2)
  await turn()
  add(3)
  await turn()
  assert.deepEqual(batches, [[1]])
  end()
  await begun(2)
  assert.deepEqual(batches, [[1], [2, 3]])
})

test('after a batch with nobody waiting, the next one starts at once', async () => {
  const { batches, add, begun, end, turn } = recorded()
  add(1)
  await begun(1)
  end()
  await turn()
  add(2)
  await turn()
  assert.deepEqual(batches, [[1], [2]])
})
