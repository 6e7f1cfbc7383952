import { type CsvRow, csvReader } from './csv.ts'

/** A longer line is not an animal, and must not be read into memory completely. */
export const MAX_LINE = 1_048_576
/** Enough text to recognise the separator of the columns. */
const MAX_BEGIN = 32_768

/** CSV with the separator of its first rows, and the line ends of its first line. */
export const separatedReader = () => {
  let split: ((text?: string) => CsvRow[]) | undefined
  let begin = ''
  return (text?: string): CsvRow[] => {
    if (split) return split(text)
    begin += text ?? ''
    if (text !== undefined && begin.length < MAX_BEGIN) return []
    const { end, isReturn } = firstLineEnd(begin)
    if (end < 0 && text !== undefined && begin.length <= MAX_LINE) return []
    // Spreadsheets may state the separator in a separate line.
    const declared = /^sep=(.)\r?$/.exec(begin.slice(0, end < 0 ? begin.length : end))?.[1]
    const rest = declared === undefined ? begin : begin.slice(end + 1)
    const withFeeds = (more: string) => (isReturn ? more.replaceAll('\r', '\n') : more)
    const read = csvReader(declared ?? separatorOf(withFeeds(rest), text === undefined))
    split = (more) => read(more === undefined ? undefined : withFeeds(more))
    const rows = split(rest)
    begin = ''
    return text === undefined ? [...rows, ...split()] : rows
  }
}

/** Old programs end lines with a carriage return alone. */
const firstLineEnd = (text: string): { end: number; isReturn: boolean } => {
  let isInQuotes = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isInQuotes = !isInQuotes
    if (sign === '\n' && !isInQuotes) return { end: at, isReturn: false }
    // Whether a line feed follows the last character is not known yet.
    const isReturn = sign === '\r' && text[at + 1] !== '\n' && at + 1 < text.length
    if (isReturn && !isInQuotes) return { end: at, isReturn }
  }
  const end = text.indexOf('\n')
  return { end, isReturn: false }
}

/** What programs and spreadsheets put between columns, the usual one first. */
const separators = [',', ';', '\t', '|'] as const
/** The first rows, which show the separator. */
const MAX_FIRST_ROWS = 50

/**
 * The column separator of a file, from its first rows: the one with which most of them have as many
 * columns as the header, and then the one with most columns. `isWhole`: the text has the whole file.
 */
export const separatorOf = (text: string, isWhole: boolean): string => {
  const [best] = separators
    .map((separator) => ({ separator, ...fitOf(separator, text, isWhole) }))
    .toSorted((one, other) => other.share - one.share || other.columns - one.columns)
  return best?.separator ?? ','
}

/** The columns of the header, and the share of the rows that have as many. */
const fitOf = (separator: string, text: string, isWhole: boolean) => {
  const read = csvReader(separator)
  const [header, ...others] = [...read(text), ...(isWhole ? read() : [])]
  const columns = Array.isArray(header?.fields) ? header.fields.length : 1
  // It separates nothing.
  if (columns === 1) return { columns, share: 0 }
  const rows = others.slice(0, MAX_FIRST_ROWS)
  const same = rows.filter(({ fields }) => fields.length === columns && Array.isArray(fields))
  return { columns, share: rows.length === 0 ? 1 : same.length / rows.length }
}
