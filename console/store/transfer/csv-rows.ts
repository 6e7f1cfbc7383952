/** One row of a file: its fields, or what is wrong with it. */
export type CsvRow = {
  /** The line it begins on; the first is 1. */
  line: number
  /** As in the file, without its line end. */
  raw: string
  fields: string[] | CsvFault
}

export type CsvFault = 'unclosed_quote' | 'text_after_quote'

/** A longer row has a quote that is not closed. */
const MAX_ROW = 65_536
/** Of a row with more, the rest of its line is one field. */
export const MAX_FIELDS = 1_000

/**
 * Reads CSV (RFC 4180) as the command line does: quoted fields may contain separators, line ends and doubled quotes; a
 * quote within a field that does not begin with one is an ordinary character; empty lines are skipped. If quotes are
 * unbalanced, the line they begin on is at fault, and reading continues with the next one.
 */
export function* csvRows(text: string, separator: string): Generator<CsvRow> {
  let line = 1
  const lineEnd = nextOf(text, '\n')
  const reader = { text, separator, lineEnd, separatorFrom: nextOf(text, separator) }
  for (let at = 0; at < text.length; ) {
    const read = readRow(reader, at)
    const end = typeof read === 'string' ? lineEnd(at) : read.end
    const raw = withoutReturn(text.slice(at, end))
    if (raw !== '') yield { line, raw, fields: typeof read === 'string' ? read : read.fields }
    line += raw.split('\n').length
    at = end + 1
  }
}

/** What separates the columns: a comma, or what many countries and spreadsheets have for it. */
export const separatorOf = (text: string): string => {
  const outside = text.slice(0, nextOf(text, '\n')(0)).replaceAll(/"[^"]*"/g, '')
  return [',', ';', '\t', '|'].find((separator) => outside.includes(separator)) ?? ','
}

/** Where it is next, or the end of the text. What was looked through is not looked through again for each row. */
const nextOf = (text: string, sought: string) => {
  let [from, found] = [0, -1]
  return (at: number): number => {
    if (at >= from && at <= found) return found
    from = at
    found = text.indexOf(sought, at)
    if (found < 0) found = text.length
    return found
  }
}

type Reader = {
  text: string
  separator: string
  lineEnd: (from: number) => number
  separatorFrom: (from: number) => number
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)

type Row = { fields: string[]; end: number }

/** The row that begins at `start`; `end` is its line end. */
const readRow = (
  { text, separator, lineEnd, separatorFrom }: Reader,
  start: number,
): Row | CsvFault => {
  const fields: string[] = []
  for (let at = start; ; ) {
    if (text[at] !== '"' || fields.length === MAX_FIELDS) {
      const last = lineEnd(at)
      const comma = fields.length === MAX_FIELDS ? last : separatorFrom(at)
      if (comma >= last) {
        fields.push(withoutReturn(text.slice(at, last)))
        return { fields, end: last }
      }
      fields.push(text.slice(at, comma))
      at = comma + 1
      continue
    }
    const close = closingQuote(text, at)
    if (close < 0 || close - start > MAX_ROW) return 'unclosed_quote'
    fields.push(text.slice(at + 1, close).replaceAll('""', '"'))
    at = close + 1
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) at += 1
    if (at >= text.length || text[at] === '\n') return { fields, end: at }
    return 'text_after_quote'
  }
}

const closingQuote = (text: string, open: number): number => {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}
