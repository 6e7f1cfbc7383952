import type { Comparison, Figures, Spread } from './compare.ts'

/** Rows of text; the first is the heading. */
export type Report = {
  title: string
  table: string[][]
  notes: string[]
  /** The same figures for programs. */
  figures: unknown
}

/** Prints Markdown, which can be copied into a page. */
export const printReport = ({ title, table, notes }: Report): void => {
  const cells = table.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const [heading = [], ...rows] = cells
  const widths = heading.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    `| ${widths
      .map((width, column) => {
        const cell = row[column] ?? ''
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join(' | ')} |`
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  console.log(`\n${title}\n`)
  for (const row of [heading, rule, ...rows]) console.log(line(row))
  for (const note of notes) console.log(`\n${note}`)
}

// A server that was idle for a larger share of the time was waiting for something else.
const IDLE = 0.05

/** The names of the servers that were idle. */
export const waiting = (figures: readonly Figures[]): string =>
  new Intl.ListFormat('en').format(
    figures.filter(({ serverIdle }) => serverIdle > IDLE).map(({ name }) => name),
  )

/** Formats a comparison as a table. */
export const comparisonTable = ({ ours, yardstick, perSecond, cpuMicros, p50Ms }: Comparison) => [
  ['', 'requests/s', 'CPU µs/request', 'p50 ms', 'p99 ms', 'idle', 'crowded', 'load busy'],
  figuresRow(ours),
  figuresRow(yardstick),
  ['ratio, median', ratio(perSecond.median), ratio(cpuMicros.median), ratio(p50Ms.median)],
  ['ratio, min-max', range(perSecond), range(cpuMicros), range(p50Ms)],
]

export const number = (value: number, digits = 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '-'

const figuresRow = (figures: Figures): string[] => [
  figures.name,
  number(figures.perSecond),
  number(figures.cpuMicros, 1),
  number(figures.p50Ms, 2),
  number(figures.p99Ms, 2),
  percent(figures.serverIdle),
  percent(figures.crowded),
  percent(figures.loadBusy),
]

const ratio = (value: number): string => number(value, 2)
const range = ({ min, max }: Spread): string => `${ratio(min)}-${ratio(max)}`
const percent = (share: number): string => `${number(share * 100)} %`
