import type { CommandContext } from './remote.ts'

/** Milliseconds are left out in times for people. */
const fraction = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/

/** Prints results as the service's own command line does. */
export const print: CommandContext['print'] = {
  json: (value) => console.log(JSON.stringify(value, exactIntegers, 2)),

  table(headings, rows) {
    const cells = [headings, ...rows.map((row) => row.map(cellText))]
    const widths = headings.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
    for (const row of cells) {
      const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0))
      console.log(padded.join('  ').trimEnd())
    }
  },

  counted: (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`,
}

/** Source text access (ECMAScript 2026), ahead of the compiler's library. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

const exactIntegers = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawJSON(String(value)) : value

const cellText = (cell: unknown): string => String(cell ?? '-').replace(fraction, '$1Z')
