import assert from 'node:assert/strict'
import { test } from 'node:test'
import { histograms } from './family.ts'
import { histogram } from './histogram.ts'

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
