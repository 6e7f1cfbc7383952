import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { parseInt64 } from '../platform/http/int64.ts'
import { parseJson } from '../platform/http/json.ts'
import { csvReader } from './csv.ts'
import { csvRows, type ImportRow, MAX_IMPORTED_ID, ndjsonRow } from './import-row.ts'
import { ImportFault, type RowReading } from './transfer.ts'

const PIECE_BYTES = 64 * 1_024

/** Rows that were read together, and how many bytes of the file were read by then. */
export type Piece = { rows: ImportRow[]; bytes: number }

/**
 * The identity of an import: the file, and how it is read. The same file read in the same way gives the same rows in
 * the same order.
 */
export const digestOf = async (path: string, reading: RowReading): Promise<string> => {
  const hash = startDigest(reading)
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }))
    hash.update(piece)
  return hash.digest('hex')
}

const startDigest = ({ format, encoding, ignore, account, withOwners }: RowReading) => {
  const named = [
    ...(account === undefined ? [] : [String(account)]),
    ...(withOwners ? ['owners'] : []),
  ]
  return createHash('sha256').update(JSON.stringify([format, encoding, ignore, ...named]))
}

/** Reads the rows of a file. Throws `ImportFault` when it is no such file, or at its end is not the one of `digest`. */
export async function* readRows(
  path: string,
  reading: RowReading,
  digest: string,
): AsyncGenerator<Piece> {
  const hash = startDigest(reading)
  const read = reading.format === 'csv' ? csvFileReader(reading) : ndjsonFileReader(reading)
  let bytes = 0
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    hash.update(piece)
    // One character for each byte: what is no valid text has to be found row by row.
    const text = (piece as Buffer).toString('latin1')
    const rows = read(bytes === 0 ? withoutMark(text) : text)
    bytes += piece.length
    yield { rows, bytes }
  }
  yield { rows: read(), bytes }
  if (hash.digest('hex') !== digest) throw new ImportFault('the file changed while it was read')
}

/** The highest id in the file, in valid rows or not; 0 if there is none. Faster than parsing the rows. */
export const highestId = async (path: string, { format }: RowReading): Promise<bigint> => {
  const ids = format === 'csv' ? csvIds() : ndjsonIds()
  let highest = 0n
  let isFirst = true
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const text = (piece as Buffer).toString('latin1')
    highest = most(highest, ids(isFirst ? withoutMark(text) : text))
    isFirst = false
  }
  return most(highest, ids())
}

const most = (least: bigint, ids: (bigint | undefined)[]): bigint => {
  let highest = least
  for (const id of ids) {
    if (id !== undefined && id > highest && id <= MAX_IMPORTED_ID) highest = id
  }
  return highest
}

const csvIds = () => {
  const split = csvReader()
  let column: number | undefined
  return (text?: string): (bigint | undefined)[] => {
    const rows = split(text)
    if (column === undefined) {
      const names = rows.shift()?.fields
      if (Array.isArray(names)) column = names.findIndex((name) => name.trim() === 'id')
    }
    const at = column ?? -1
    if (at < 0) return []
    return rows.map(({ fields }) =>
      typeof fields === 'string' ? undefined : parseInt64(fields[at] ?? ''),
    )
  }
}

const ndjsonIds = () => {
  const split = lineReader()
  return (text?: string): (bigint | undefined)[] => split(text).map(({ raw }) => idOf(raw))
}

const idOf = (raw: string): bigint | undefined => {
  try {
    const { id } = JSON.parse(raw)
    if (Number.isSafeInteger(id)) return BigInt(id)
    // Beyond 2^53 only the exact reader keeps it whole.
    const { value } = parseJson(Buffer.from(raw, 'latin1'))
    const exact = (value as { id?: unknown }).id
    return typeof exact === 'bigint' ? exact : undefined
  } catch {
    return undefined
  }
}

/** A byte order mark says that a file is UTF-8, or that it is not. */
const withoutMark = (text: string): string => {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text)) {
    throw new ImportFault('the file is in UTF-16: save it as UTF-8')
  }
  return text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text
}

const csvFileReader = (reading: RowReading) => {
  const split = csvReader()
  let toRow: ReturnType<typeof csvRows> | undefined
  return (text?: string): ImportRow[] => {
    const rows = split(text)
    if (!toRow) {
      const header = rows.shift()
      if (header) toRow = csvRows(header, reading)
      else if (text === undefined) throw new ImportFault('the file is empty: it has no header line')
    }
    return toRow ? rows.map(toRow) : []
  }
}

/** A longer line is not an animal, and must not be read into memory whole. */
const MAX_LINE = 1_048_576

const ndjsonFileReader = (reading: RowReading) => {
  const split = lineReader()
  return (text?: string): ImportRow[] =>
    split(text).map(({ line, raw }) => ndjsonRow(line, raw, reading))
}

/** Lines that are not blank; a last call without text returns what is left. */
const lineReader = () => {
  let rest = ''
  let line = 0
  return (text?: string): { line: number; raw: string }[] => {
    const lines = (rest + (text ?? '\n')).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new ImportFault(`line ${line + lines.length + 1} has no end`)
    return lines.flatMap((raw) => {
      line += 1
      return raw.trim() === '' ? [] : [{ line, raw: raw.replace(/\r$/, '') }]
    })
  }
}
