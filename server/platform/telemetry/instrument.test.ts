import assert from 'node:assert/strict'
import { test } from 'node:test'
import { histograms } from './family.ts'
import { histogram, instrument } from './instrument.ts'
import type { Attributes, Tracing } from './tracing.ts'

test('calls are measured whether they succeed or fail, and only failures are reported', async () => {
  let nowMs = 0
  const durations = histogram()
  const errors: unknown[] = []
  const measure = instrument({
    name: 'store write',
    durations,
    steadyMs: () => nowMs,
    tracing: undefined,
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

test('a call is a span of its request, and a call to another server has attributes', async () => {
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

test('a value is counted in the first bucket whose bound it does not exceed; the last bucket has no bound', () => {
  const sizes = histogram([1, 10])
  for (const value of [0, 1, 1.5, 10, 10.1, 1e9]) sizes.observe(value)
  assert.deepEqual(sizes.read(), { bounds: [1, 10], counts: [2, 2, 2], sum: 1e9 + 22.6 })
})

test('Prometheus gets cumulative buckets, with their sum and count', async () => {
  const sizes = histogram([1, 10])
  for (const value of [1, 5, 50]) sizes.observe(value)
  const family = histograms('sizes', 'Sizes.', () => [[{ of: 'a' }, sizes]])
  const samples = await family.read()
  assert.deepEqual(
    samples.map(({ metricName, labels, value }) => [metricName, labels.le, value]),
    [
      ['sizes_bucket', '1', 1],
      ['sizes_bucket', '10', 2],
      ['sizes_bucket', '+Inf', 3],
      ['sizes_sum', undefined, 56],
      ['sizes_count', undefined, 3],
    ],
  )
  for (const { labels } of samples) assert.equal(labels.of, 'a')
})
