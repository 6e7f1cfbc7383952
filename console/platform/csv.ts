/** Rows as CSV for spreadsheets (RFC 4180). */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

const cellOf = (value: unknown): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' ? protectText(text) : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The column that marks rows with protected texts, so that an import restores them. */
export const protection = { column: 'protectedText', value: 'yes' } as const

/**
 * Puts ' before text that a spreadsheet would run (also after a semicolon) or round, like the
 * server's export.
 */
const protectText = (text: string): string => (number.test(text) ? `'${text}` : text.replaceAll(formula, "$1'"))

const formula = /(^|;)(?='* *[=+@\-\t\r＝＋＠－])/g
const number =
  /^'* *(?:0\d[\d.,]*|\d{12,}(?:[.,]\d+)?|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,2}([-/.])\d{1,2}(?:\1\d{1,4})?) *$/i
