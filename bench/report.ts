import type { Figures } from './measure.ts'

export type Options = {
  /** The length of each measurement. */
  seconds: number
  rounds: number
  /** The length of the soak. */
  minutes: number
}

/** A table of text; the first row is the heading. */
export type Report = { title: string; table: string[][] }

/** Prints Markdown, which can be copied into a page. */
export const printReport = ({ title, table: [heading = [], ...rows] }: Report): void => {
  const rule = heading.map((_, column) => (column === 0 ? '---' : '---:'))
  console.log(`\n${title}\n`)
  for (const row of [heading, rule, ...rows]) console.log(`| ${row.join(' | ')} |`)
}

export const comparisonHeading = (names: readonly string[]): string[] => [
  'requests/s (CPU µs/request)',
  ...names,
  'of the best',
  'by CPU',
  'goal',
]

/** The first is compared with the best of the others, by its rate and by its CPU: a fast core outruns the load. */
export const comparisonRow = (work: string, goal: number, figures: readonly Figures[]): string[] => {
  const overOthers = ([ours = Number.NaN, ...others]: number[]) => ours / Math.max(...others)
  return [
    work,
    ...figures.map(({ perSecond, cpuMicros }) => `${number(perSecond)} (${number(cpuMicros, 1)})`),
    number(overOthers(figures.map(({ perSecond }) => perSecond)), 2),
    number(overOthers(figures.map(({ cpuMicros }) => 1 / cpuMicros)), 2),
    number(goal, 2),
  ]
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
