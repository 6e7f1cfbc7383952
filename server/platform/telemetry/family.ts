import type { Histogram } from './histogram.ts'

export type Labels = Readonly<Record<string, string>>

/** One figure of a family; `metricName` where it is not the family's own, as of a histogram. */
export type Sample = { labels: Labels; value: number; metricName?: string }

/** A metric as Prometheus has it: its name, what it means, and its figures, which are asked for at each scrape. */
export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  read(): Sample[] | Promise<Sample[]>
}

type Value = number | Sample[]

const samplesOf = (value: Value): Sample[] =>
  typeof value === 'number' ? [{ labels: {}, value }] : value

/** Only grows. */
export const counter = (name: string, help: string, read: () => Value): Family => ({
  name,
  help,
  type: 'counter',
  read: () => samplesOf(read()),
})

/** Goes up and down; has no value while it is unknown. */
export const gauge = (
  name: string,
  help: string,
  read: () => Value | undefined | Promise<Value | undefined>,
): Family => ({
  name,
  help,
  type: 'gauge',
  async read() {
    const value = await read()
    return value === undefined ? [] : samplesOf(value)
  },
})

/** Of one histogram, or of one for each set of labels. */
export const histograms = (
  name: string,
  help: string,
  read: () => [Labels, Histogram][],
): Family => ({
  name,
  help,
  type: 'histogram',
  read: () => read().flatMap(([labels, each]) => bucketSamples(name, labels, each)),
})

/** One sample for each name of a record, under that name as a label. */
export const byLabel = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** Prometheus wants each bucket to count those below it too. */
const bucketSamples = (name: string, labels: Labels, each: Histogram): Sample[] => {
  const { bounds, counts, sum } = each.read()
  let total = 0
  const buckets = counts.map((count, at): Sample => {
    total += count
    const le = at < bounds.length ? String(bounds[at]) : '+Inf'
    return { labels: { ...labels, le }, value: total, metricName: `${name}_bucket` }
  })
  return [
    ...buckets,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: total, metricName: `${name}_count` },
  ]
}
