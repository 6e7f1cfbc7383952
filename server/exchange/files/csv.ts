import { ImportFault } from './file-format.ts'

/** One position of a file: the fields of a row, or an error. */
export type CsvRow = {
  /** The line it begins on, starting at 1. */
  line: number
  /** The text in the file, without its line end. */
  raw: string
  fields: string[] | CsvFault
}

export type CsvFault = 'unclosed_quote' | 'text_after_quote'

/** A longer row has an unclosed quote, and must not be read into memory completely. */
const MAX_ROW = 65_536
/** A file with such long lines is not CSV. */
const MAX_LINE = 16 * MAX_ROW

/**
 * Reads CSV (RFC 4180): quoted fields may contain commas, line ends and doubled quotes; rows end in LF, CRLF or CR; a
 * quote within a field that does not begin with one is an ordinary character; empty lines are skipped. If quotes are
 * unbalanced, the line they begin on is an error, and reading continues with the next one. It receives text in pieces
 * and returns complete rows; a last call without text returns the rest.
 */
export const csvReader = (separator = ',') => {
  let rest = ''
  let line = 1

  return (more?: string): CsvRow[] => {
    const text = rest + (more ?? '')
    const isEnd = more === undefined
    const rows: CsvRow[] = []
    let at = 0
    let quote = text.indexOf('"')
    let lone = loneReturn(text, 0, isEnd)
    while (at < text.length) {
      if (lone >= 0 && lone < at) lone = loneReturn(text, at, isEnd)
      const feed = text.indexOf('\n', at)
      const lineEnd = lone >= 0 && (feed < 0 || lone < feed) ? lone : feed
      if (lineEnd < 0 && !isEnd) break
      const end = lineEnd < 0 ? text.length : lineEnd
      const next = end + 1
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      if (quote < 0 || quote >= end) {
        const raw = withoutReturn(text.slice(at, end))
        if (raw !== '') rows.push({ line, raw, fields: raw.split(separator) })
        at = next
        line += 1
        continue
      }
      const found = readQuoted(text, at, isEnd, separator)
      if (found === 'incomplete') break
      if (typeof found === 'string') {
        rows.push({ line, raw: withoutReturn(text.slice(at, end)), fields: found })
        at = next
        line += 1
        continue
      }
      const raw = withoutReturn(text.slice(at, found.end))
      rows.push({ line, raw, fields: found.fields })
      line += 1 + countLineEnds(raw)
      at = found.end + 1
    }
    rest = text.slice(at)
    if (rest.length > MAX_LINE) throw new ImportFault(`line ${line} has no end`)
    return rows
  }
}

/** A carriage return that ends a line by itself, without a line feed. */
const loneReturn = (text: string, from: number, isEnd: boolean): number => {
  let at = text.indexOf('\r', from)
  while (at >= 0 && text[at + 1] === '\n') at = text.indexOf('\r', at + 2)
  // The character after the last one of a chunk is not known yet.
  return at + 1 < text.length || isEnd ? at : -1
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)

const countLineEnds = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

type Quoted = { fields: string[]; end: number }

/** The row with quotes that begins at `start`; `end` is its first line end. */
const readQuoted = (
  text: string,
  start: number,
  isEnd: boolean,
  separator: string,
): Quoted | CsvFault | 'incomplete' => {
  const fields: string[] = []
  for (let at = start; ; ) {
    if (text[at] !== '"') {
      const { end, isLast } = fieldEnd(text, at, separator)
      if (end === text.length && !isEnd) return 'incomplete'
      const field = text.slice(at, end)
      fields.push(isLast ? withoutReturn(field) : field)
      if (isLast) return { fields, end }
      at = end + 1
      continue
    }
    const close = closingQuote(text, at)
    if (close < 0 || close - start > MAX_ROW) {
      return isEnd || text.length - start > MAX_ROW ? 'unclosed_quote' : 'incomplete'
    }
    fields.push(text.slice(at + 1, close).replaceAll('""', '"'))
    at = close + 1
    // At the end of a chunk, it may be a closing quote or half of a doubled one.
    if (at + 1 >= text.length && !isEnd) return 'incomplete'
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    if (at >= text.length || text[at] === '\n' || text[at] === '\r') return { fields, end: at }
    return 'text_after_quote'
  }
}

const fieldEnd = (text: string, at: number, separator: string): { end: number; isLast: boolean } => {
  const comma = text.indexOf(separator, at)
  const lineEnd = text.indexOf('\n', at)
  const feed = lineEnd < 0 ? text.length : lineEnd
  const lone = loneReturn(text.slice(at, feed + 1), 0, false)
  const last = lone < 0 ? feed : at + lone
  return comma >= 0 && comma < last ? { end: comma, isLast: false } : { end: last, isLast: true }
}

const closingQuote = (text: string, open: number): number => {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}

/** One line. Only fields that need quotes get them. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\n`

const csvField = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/**
 * Turns a formula into a text: puts ' before its first character, also after a semicolon, which
 * separates columns in many countries.
 */
export const spreadsheetText = (text: string): string => text.replaceAll(/(^|;)(?= *[=+@\-\t\r＝＋＠－])/g, "$1'")
