import { createHash } from 'node:crypto'
import { decimalMarks } from '../animal-formats/amounts.ts'
import type { Included } from '../animal-formats/animal-format.ts'
import { plainName } from '../animal-formats/foreign-animal.ts'
import type { CsvRow } from './csv.ts'
import { type ForeignReading, ImportFault, type RowReading, tooManyRows } from './file-format.ts'
import { hasMark, piecesOf, type Source, withoutMark } from './file-pieces.ts'
import { type DecimalMarks, foreignColumns, foreignCsvRows, foreignJsonRows } from './foreign-rows.ts'
import { highestId, ownExport } from './highest-id.ts'
import { csvRows, type ImportRow, ndjsonRow, type ReadRow } from './import-row.ts'
import { jsonItems } from './json-items.ts'
import { findList, listReader } from './json-list.ts'
import type { JsonList } from './json-survey.ts'
import { lineReader } from './line-reader.ts'
import { animalRows, mergedRows, type RepeatedAnimals } from './repeated-animals.ts'
import { separatedReader } from './separated-reader.ts'

/** Rows that were read together, and the bytes of the file read so far. */
export type Piece = { rows: ReadRow[]; bytes: number; headerRows: number }

/** A file to import. */
export type ImportFile = {
  /**
   * The identity of an import: the file, and how it is read. The same file read in the same way
   * gives the same rows in the same order.
   */
  digest(): Promise<string>
  /** The highest id in the file, in valid rows or not; 0 if there is none. */
  highestId(): Promise<bigint>
  /** Throws `ImportFault` if the file is invalid, or at its end does not match `digest`. */
  rows(digest: string): AsyncIterable<Piece>
}

/** A file that is read on this thread. */
export const importFile = (source: Source, reading: RowReading): ImportFile => ({
  digest: () => digestOf(source, reading),
  highestId: () => highestId(source, reading),
  rows: (digest) => readRows(source, reading, digest),
})

const digestOf = async (source: Source, reading: RowReading): Promise<string> => {
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

async function* readRows(source: Source, reading: RowReading, digest: string): AsyncGenerator<Piece> {
  const hash = startDigest(reading)
  const begin = await beginningOf(source)
  // A byte order mark determines the encoding, whatever the options say.
  const encoding = hasMark(begin) ? 'utf-8' : reading.encoding
  const tally: HeaderTally = { headerRows: 0 }
  const read = await fileReader(source, { ...reading, encoding }, tally)
  let bytes = 0
  for await (const piece of piecesOf(source)) {
    hash.update(piece)
    // One character for each byte, as invalid text must be found row by row.
    const text = (piece as Buffer).toString('latin1')
    const rows = read(bytes === 0 ? withoutMark(text) : text)
    bytes += piece.length
    yield { rows, bytes, headerRows: tally.headerRows }
    tally.headerRows = 0
  }
  yield { rows: read(), bytes, headerRows: tally.headerRows }
  if (hash.digest('hex') !== digest) throw new ImportFault('the file changed while it was being read')
}

const beginningOf = async (source: Source): Promise<string> => {
  for await (const piece of piecesOf(source)) return (piece as Buffer).toString('latin1')
  return ''
}

type ReadPiece = (text?: string) => ReadRow[]
/** The number of repeated headers since the last chunk. */
type HeaderTally = { headerRows: number }

const fileReader = async (source: Source, reading: RowReading, tally: HeaderTally): Promise<ReadPiece> => {
  const { format, foreign } = reading
  if (foreign) {
    const marks = await columnMarks(source, { ...reading, foreign })
    const marked = { ...reading, foreign, marks }
    const reader = await foreignReader(source, marked)
    const repeated = await repeatedAnimals(source, reader({ headerRows: 0 }), reading.maxAnimals)
    const [read, merged] = [reader(tally), mergedRows(repeated)]
    return (text) => read(text).map(merged)
  }
  if (format === 'json') return jsonFileReader(reading, await findList(piecesOf(source), ownExport))
  return format === 'csv' ? csvFileReader(reading, tally) : ndjsonFileReader(reading)
}

/** Rows with data, without blank ones and repeated headers. */
const dataRows = (rows: CsvRow[], header: readonly string[], tally: HeaderTally): CsvRow[] =>
  rows.filter(({ fields }) => {
    if (typeof fields === 'string') return true
    if (fields.every((field) => field.trim() === '')) return false
    const isHeader = fields.length === header.length && fields.every((field, at) => plainField(field) === header[at])
    if (isHeader) tally.headerRows += 1
    return !isHeader
  })

const plainField = (field: string): string => (hasMark(field) ? field.slice(3) : field).trim().toLowerCase()

const headerFields = ({ fields }: CsvRow): string[] => (typeof fields === 'string' ? [] : fields.map(plainField))

type Foreign = RowReading & { foreign: ForeignReading; marks?: DecimalMarks }

/** Returns a function that starts reading the rows, as they are read twice. */
const foreignReader = async (source: Source, reading: Foreign): Promise<(tally: HeaderTally) => ReadPiece> => {
  if (reading.format === 'csv') return (tally) => foreignCsvReader(reading, tally)
  const list = await foreignList(source, reading.foreign)
  const included = await readIncluded(source, reading.foreign)
  return () => foreignJsonReader(reading, list, included)
}

const foreignCsvReader = (reading: Foreign, tally: HeaderTally): ReadPiece => {
  const split = separatedReader()
  let begun: { read: (row: CsvRow) => ReadRow; header: string[] } | undefined
  return (text) => {
    const rows = split(text)
    const [first] = rows
    if (!begun && first) {
      const { read, isHeader } = foreignCsvRows(first, reading)
      if (isHeader) rows.shift()
      begun = { read, header: isHeader ? headerFields(first) : [] }
    }
    if (!begun && text === undefined) throw new ImportFault('the file is empty')
    return begun ? dataRows(rows, begun.header, tally).map(begun.read) : []
  }
}

const foreignList = (source: Source, { format: { lists, rules } }: ForeignReading) =>
  findList(piecesOf(source), { names: lists, fields: rules.map(({ from }) => from) })

const foreignJsonReader = (reading: Foreign, list: JsonList | undefined, included: Included): ReadPiece => {
  const split = listReader(list, reading.foreign.format.lists)
  const toRows = foreignJsonRows(reading, included)
  return (text) => split(text).flatMap(toRows)
}

/** The animals that have several rows, anywhere in the file. */
const repeatedAnimals = async (
  source: Source,
  read: ReadPiece,
  maxAnimals = Number.POSITIVE_INFINITY,
): Promise<RepeatedAnimals> => {
  const animals = animalRows()
  const addAll = (rows: readonly ReadRow[]): void => {
    for (const row of rows) animals.add(row)
    if (animals.count > maxAnimals) throw new ImportFault(tooManyRows(maxAnimals))
  }
  let isFirst = true
  for await (const piece of piecesOf(source)) {
    const text = (piece as Buffer).toString('latin1')
    addAll(read(isFirst ? withoutMark(text) : text))
    isFirst = false
  }
  addAll(read())
  return animals.repeated()
}

/** The decimal separator of each numeric column, determined from all its values. */
const columnMarks = async (source: Source, reading: Foreign): Promise<DecimalMarks> => {
  const { rules } = reading.foreign.format
  const numeric = new Set(rules.filter(({ to }) => withDecimals.has(to)).map((rule) => rule.from))
  const columns = new Map([...numeric].map((name) => [plainName(name), decimalMarks()]))
  const collect = (name: string, value: unknown): void => {
    if (typeof value === 'string') columns.get(plainName(name))?.add(value)
  }
  if (reading.format === 'csv') await surveyCsv(source, reading, collect)
  return new Map([...columns].map(([name, marks]) => [name, marks.mark()]))
}

const withDecimals: ReadonlySet<string> = new Set(['weight', 'fee', 'age', 'ageMonths', 'ageYears'])

const surveyCsv = async (
  source: Source,
  reading: Foreign,
  collect: (name: string, value: string) => void,
): Promise<void> => {
  const split = separatedReader()
  let names: readonly string[] | undefined
  const survey = (rows: CsvRow[]): void => {
    const [first] = rows
    if (!names && first) names = foreignColumns(first, reading).columns
    for (const { fields } of rows) {
      if (typeof fields === 'string' || !names) continue
      for (const [at, name] of names.entries()) collect(name, fields[at] ?? '')
    }
  }
  let isFirst = true
  for await (const piece of piecesOf(source)) {
    const text = (piece as Buffer).toString('latin1')
    survey(split(isFirst ? withoutMark(text) : text))
    isFirst = false
  }
  survey(split())
}

/** Included resources, such as pictures and species; in a document they follow the animals. */
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
        throw new ImportFault(`it includes more than ${MAX_INCLUDED} other resources: split the file`)
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

const csvFileReader = (reading: RowReading, tally: HeaderTally): ReadPiece => {
  const split = separatedReader()
  let begun: { read: (row: CsvRow) => ImportRow; header: string[] } | undefined
  return (text) => {
    const rows = split(text)
    if (!begun) {
      const header = rows.shift()
      if (header) begun = { read: csvRows(header, reading), header: headerFields(header) }
      else if (text === undefined) throw new ImportFault('the file is empty: it has no header line')
    }
    return begun ? dataRows(rows, begun.header, tally).map(begun.read) : []
  }
}

const jsonFileReader = (reading: RowReading, list: JsonList | undefined): ReadPiece => {
  const split = listReader(list, ownExport.names)
  return (text) => split(text).map(({ number, raw }) => ndjsonRow(number, raw, reading))
}

const ndjsonFileReader = (reading: RowReading) => {
  const split = lineReader()
  return (text?: string): ImportRow[] => split(text).map(({ line, raw }) => ndjsonRow(line, raw, reading))
}
