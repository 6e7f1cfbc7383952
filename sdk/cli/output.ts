import { stringifyExact } from '../exact-json.ts'
import type { CommandContext } from './remote.ts'

/** Milliseconds are left out in times for people. */
const fraction = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/

/** Prints results as the service's own command line does. */
export const print: CommandContext['print'] = {
  json: (value) => console.log(indented(value, '')),

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

/** JSON as `JSON.stringify` indents it, with exact integers, for which `JSON.stringify` needs Node.js 21. */
const indented = (value: unknown, indent: string): string => {
  if (typeof value !== 'object' || value === null) return stringifyExact(value) ?? 'null'
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const members = Object.entries(value)
    .filter(([, member]) => isList || member !== undefined)
    .map(([name, member]) => {
      const text = indented(member, inner)
      return `\n${inner}${isList ? text : `${JSON.stringify(name)}: ${text}`}`
    })
  const content = members.length > 0 ? `${members}\n${indent}` : ''
  return isList ? `[${content}]` : `{${content}}`
}

const cellText = (cell: unknown): string => String(cell ?? '-').replace(fraction, '$1Z')
