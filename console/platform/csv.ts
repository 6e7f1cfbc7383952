/** Rows as spreadsheets read them (RFC 4180). */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/**
 * What begins like a formula is text to a spreadsheet only after an apostrophe. Also after a semicolon, which separates
 * columns in many countries.
 */
const cellOf = (value: unknown): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' ? text.replaceAll(formula, "$1'") : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell without these apostrophes. */
export const plainCell = (text: string): string => text.replaceAll(escaped, '$1')

/** With apostrophes and spaces before it, as these are there after an export, or are left out by a spreadsheet. */
const formula = /(^|;)(?='* *[=+\-@\t\r＝＋＠－])/g
const escaped = /(^|;)'(?='* *[=+\-@\t\r＝＋＠－])/g
