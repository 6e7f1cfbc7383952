import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { parseInt64 } from '../../platform/http/int64.ts'
import { parseJson } from '../../platform/http/json.ts'
import type { Included } from '../animal-formats/animal-format.ts'
import { type CsvRow, csvReader, separatorOf } from './csv.ts'
import { foreignCsvRows, foreignJsonRows } from './foreign-rows.ts'
import { csvRows, type ImportRow, MAX_IMPORTED_ID, ndjsonRow } from './import-row.ts'
import { jsonItems } from './json-items.ts'
import { type ForeignReading, ImportFault, type RowReading } from './transfer.ts'

const PIECE_BYTES = 64 * 1_024

/** A file that is read until the process stops. */
type Source = { path: string; stopping: AbortSignal }

const piecesOf = ({ path, stopping: signal }: Source) =>
  createReadStream(path, { highWaterMark: PIECE_BYTES, signal })

/** Rows that were read together, and how many bytes of the file were read by then. */
export type Piece = { rows: ImportRow[]; bytes: number }

/**
 * The identity of an import: the file, and how it is read. The same file read in the same way gives the same rows in
 * the same order.
 */
export const digestOf = async (source: Source, reading: RowReading): Promise<string> => {
  const hash = startDigest(reading)
  for await (const piece of piecesOf(source)) hash.update(piece)
  return hash.digest('hex')
}

const startDigest = ({ format, encoding, ignore, account, withOwners, foreign }: RowReading) => {
  const named = [
    ...(account === undefined ? [] : [String(account)]),
    ...(withOwners ? ['owners'] : []),
    ...(foreign ? [foreign.name] : []),
  ]
  return createHash('sha256').update(JSON.stringify([format, encoding, ignore, ...named]))
}

/** Reads the rows of a file. Throws `ImportFault` when it is no such file, or at its end is not the one of `digest`. */
export async function* readRows(
  source: Source,
  reading: RowReading,
  digest: string,
): AsyncGenerator<Piece> {
  const hash = startDigest(reading)
  const read = await fileReader(source, reading)
  let bytes = 0
  for await (const piece of piecesOf(source)) {
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
export const highestId = async (
  source: Source,
  { format, foreign }: RowReading,
): Promise<bigint> => {
  // Ids of another system are none of ours.
  if (foreign) return 0n
  const ids = { csv: csvIds, ndjson: ndjsonIds, json: jsonIds }[format]()
  let highest = 0n
  let isFirst = true
  for await (const piece of piecesOf(source)) {
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
  const split = separatedReader()
  let column: number | undefined
  return (text?: string): (bigint | undefined)[] => {
    const rows = split(text)
    if (column === undefined) {
      const names = rows.shift()?.fields
      if (Array.isArray(names)) {
        column = names.findIndex((name) => name.trim().toLowerCase() === 'id')
      }
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

const jsonIds = () => {
  const split = jsonItems(['animals'])
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

type ReadPiece = (text?: string) => ImportRow[]

const fileReader = async (source: Source, reading: RowReading): Promise<ReadPiece> => {
  const { format, foreign } = reading
  if (foreign) {
    return format === 'csv'
      ? foreignCsvReader({ ...reading, foreign })
      : foreignJsonReader({ ...reading, foreign }, await readIncluded(source, foreign))
  }
  if (format === 'json') return jsonFileReader(reading)
  return format === 'csv' ? csvFileReader(reading) : ndjsonFileReader(reading)
}

/** CSV by the separator that its first line has. */
const separatedReader = () => {
  let split: ReturnType<typeof csvReader> | undefined
  let begin = ''
  return (text?: string): CsvRow[] => {
    if (split) return split(text)
    begin += text ?? ''
    const end = begin.indexOf('\n')
    if (end < 0 && text !== undefined && begin.length <= MAX_LINE) return []
    const header = begin.slice(0, end < 0 ? begin.length : end)
    // Spreadsheets say it in a line of its own.
    const said = /^sep=(.)\r?$/.exec(header)?.[1]
    split = csvReader(said ?? separatorOf(header))
    const rows = split(said === undefined ? begin : begin.slice(end + 1))
    begin = ''
    return text === undefined ? [...rows, ...split()] : rows
  }
}

type Foreign = RowReading & { foreign: ForeignReading }

const foreignCsvReader = (reading: Foreign): ReadPiece => {
  const split = separatedReader()
  let read: ((row: CsvRow) => ImportRow) | undefined
  return (text) => {
    const rows = split(text)
    const [first] = rows
    if (!read && first) {
      const begun = foreignCsvRows(first, reading)
      if (begun.isHeader) rows.shift()
      read = begun.read
    }
    if (!read && text === undefined) throw new ImportFault('the file is empty')
    return read ? rows.map(read) : []
  }
}

const foreignJsonReader = (reading: Foreign, included: Included): ReadPiece => {
  const split = jsonItems(reading.foreign.format.lists)
  const toRow = foreignJsonRows(reading, included)
  return (text) => split(text).map(toRow)
}

/** Pictures, species and others that animals refer to; they follow the animals in a document. */
const MAX_INCLUDED = 200_000
const readIncluded = async (source: Source, { format }: ForeignReading): Promise<Included> => {
  const included = new Map<string, unknown>()
  if (!format.keepsOf) return included
  const split = jsonItems(['included'], { takesOthers: false })
  let isFirst = true
  for await (const piece of piecesOf(source)) {
    const text = (piece as Buffer).toString('latin1')
    for (const { raw } of split(isFirst ? withoutMark(text) : text)) {
      const resource = resourceOf(raw)
      const kept = resource && format.keepsOf(resource)
      if (kept) included.set(`${resource.type}:${resource.id}`, kept)
      if (included.size > MAX_INCLUDED) {
        throw new ImportFault(`it includes more than ${MAX_INCLUDED} others: split the file`)
      }
    }
    isFirst = false
  }
  return included
}

const resourceOf = (raw: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(raw, 'latin1').toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const csvFileReader = (reading: RowReading) => {
  const split = separatedReader()
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

const jsonFileReader = (reading: RowReading): ReadPiece => {
  const split = jsonItems(['animals'])
  return (text) => split(text).map(({ number, raw }) => ndjsonRow(number, raw, reading))
}

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
