import type { Histogram } from './instrument.ts'

type Labels = Readonly<Record<string, string>>

/** One value of a family; `metricName` is set if it differs from the family's, as in histograms. */
export type Sample = { labels: Labels; value: number; metricName?: string }

/** A Prometheus metric: its name, its help text, and its values, which are read at each scrape. */
export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  read(): Sample[] | Promise<Sample[]>
}

type Value = number | Sample[]

const samplesOf = (value: Value): Sample[] => (typeof value === 'number' ? [{ labels: {}, value }] : value)

/** A value that only grows. */
export const counter = (name: string, help: string, read: () => Value): Family => ({
  name,
  help,
  type: 'counter',
  read: () => samplesOf(read()),
})

/** A value that may rise and fall; left out while it is unknown. */
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

/** A family of one histogram, or of one per set of labels. */
export const histograms = (name: string, help: string, read: () => [Labels, Histogram][]): Family => ({
  name,
  help,
  type: 'histogram',
  read: () => read().flatMap(([labels, each]) => bucketSamples(name, labels, each)),
})

/** One sample for each entry of a record, with its key as a label. */
export const byLabel = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/** In Prometheus each bucket includes those below it. */
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
