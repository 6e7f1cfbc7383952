/** Rows as spreadsheets read them (RFC 4180). */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** What begins like a formula is text to a spreadsheet only after an apostrophe. */
const cellOf = (value: unknown): string => {
  const text = String(value ?? '')
  const safe = /^'*[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell without that apostrophe. */
export const plainCell = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r])/, '')
