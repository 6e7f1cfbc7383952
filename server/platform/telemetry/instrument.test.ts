import assert from 'node:assert/strict'
import { test } from 'node:test'
import { histogram } from './histogram.ts'
import { instrument } from './instrument.ts'
import type { Attributes, Tracing } from './tracing.ts'

test('calls are measured whether they succeed or fail, and only failures are reported', async () => {
  let nowMs = 0
  const durations = histogram()
  const errors: unknown[] = []
  const measure = instrument({
    ...{ name: 'store write', durations, steadyMs: () => nowMs, tracing: undefined },
    onError: (error) => void errors.push(error),
  })
  const after = async (ms: number, error?: Error): Promise<number> => {
    nowMs += ms
    if (error) throw error
    return ms
  }
  const failure = new Error('full')
  assert.equal(await measure(() => after(40)), 40)
  await assert.rejects(
    measure(() => after(60, failure)),
    failure,
  )
  const { counts, sum } = durations.read()
  assert.equal(
    counts.reduce((all, count) => all + count, 0),
    2,
  )
  assert.ok(Math.abs(sum - 0.1) < 1e-9, `${sum} s`)
  assert.deepEqual(errors, [failure])
})

test('a call is a span of its request, and a call to another server one with attributes', async () => {
  const spans: [string, Attributes][] = []
  const tracing: Pick<Tracing, 'within' | 'calling'> = {
    within(name, attributes, work) {
      spans.push([name, attributes])
      return work()
    },
    async calling(name, attributes, work, describe) {
      const result = await work()
      spans.push([name, { ...attributes, ...describe(result) }])
      return result
    },
  }
  const measure = instrument({ name: 'call', steadyMs: () => 0, tracing })
  await measure(async () => 204)
  await measure(async () => 204, {
    attributes: { 'server.address': 'shop.example' },
    describe: (status) => ({ status }),
  })
  assert.deepEqual(spans, [
    ['call', {}],
    ['call', { 'server.address': 'shop.example', status: 204 }],
  ])
})
