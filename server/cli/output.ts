import { stringifyJson } from '../platform/http/json.ts'

/** One JSON document, and nothing else, on standard output. */
export const printJson = (value: unknown): void => console.log(stringifyJson(value, 2))

/** Rows under their headings, in columns. */
export const printTable = (headings: string[], rows: unknown[][]): void => {
  const cells = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))]
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of cells) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
