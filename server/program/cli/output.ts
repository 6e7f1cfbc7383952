import { stringifyJson } from '../../platform/http/json.ts'

/** Milliseconds are left out in times for people. */
const fraction = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/

/** Prints one JSON document, and nothing else, to standard output. */
export const printJson = (value: unknown): void => console.log(stringifyJson(value, 2))

/** Prints rows in columns under their headings. */
export const printTable = (headings: string[], rows: unknown[][]): void => {
  const cells = [headings, ...rows.map((row) => row.map(cellText))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  for (const row of cells) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

const cellText = (cell: unknown): string => String(cell ?? '-').replace(fraction, '$1Z')

/** `240 ms`, `3.2 s`, `4 min 10 s`. */
export const durationText = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Empty for few rows or short times, for which a rate would be meaningless. */
export const rateText = (rows: number, ms: number): string => {
  if (rows < 1_000 || ms < 1) return ''
  return ` (${Number(((rows / ms) * 1_000).toPrecision(2))} rows/s)`
}
