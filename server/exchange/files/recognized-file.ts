import type { AnimalFormat } from '../animal-formats/animal-format.ts'
import { formatFor, type System, systems } from '../animal-formats/animal-formats.ts'
import { flattened, listOf, plainName } from '../animal-formats/foreign-animal.ts'
import { type Encoding, type Format, formatOf, ImportFault, petColumns } from './file-format.ts'
import { withoutMark } from './file-pieces.ts'
import { type ColumnGuess, guessColumns } from './guessed-columns.ts'
import { listReader } from './json-list.ts'
import type { JsonList } from './json-survey.ts'
import { unwrapped, withKey } from './json-wrappers.ts'
import { profileColumns } from './profile-columns.ts'
import { decode, decodeBytes, fromLatin1 } from './row-text.ts'
import { separatedReader } from './separated-reader.ts'
import { systemSigns } from './system-signs.ts'
import type { EncodingGuess } from './text-encoding.ts'
import { usualNames } from './usual-columns.ts'

/** The facts recognised from the beginning of a file. */
export type RecognizedFile = {
  format: Format
  /** Whether it has the format of our own export. */
  isOwn: boolean
  /** The system that it comes from, if that is clear. */
  from: System | undefined
  columns: FileColumn[]
  /** Of a file that is not UTF-8: the encodings that it may have, the likeliest first. */
  encodings?: (EncodingGuess & { columns: FileColumn[] })[]
}

type FileColumn = ColumnGuess & { name: string; samples: string[] }

const MAX_COLUMNS = 200
const MAX_ROWS = 200
const SAMPLES = 3
const MAX_SAMPLE = 80

type Head = {
  head: Buffer
  fileName: string
  encodings: readonly EncodingGuess[]
  /** In JSON: where the animals are, if not in the usual place. */
  list: JsonList | undefined
  nowMs: number
}

/** What a JSON file may be: the animals of any system, or of a spreadsheet. */
export const anyList = {
  names: [...new Set([undefined, ...systems].flatMap((one) => formatFor(one, []).lists))],
  fields: usualNames,
}

/** Analyses the beginning of a file. Throws `ImportFault` if it cannot be read. */
export const recognizeFile = ({ head, encodings, ...options }: Head): RecognizedFile => {
  const text = withoutMark(head.toString('latin1'))
  const [likeliest, ...others] = encodings
  const recognize = (encoding?: Encoding) => recognizeText(text, { ...options, encoding })
  const recognized = recognize(likeliest?.encoding)
  if (!likeliest) return recognized
  return {
    ...recognized,
    encodings: [
      { ...likeliest, columns: recognized.columns },
      ...others.map((other) => ({ ...other, columns: recognize(other.encoding).columns })),
    ],
  }
}

/** The columns as they read in an encoding that the file may have. */
export const columnsIn = (
  { columns, encodings = [] }: RecognizedFile,
  encoding: Encoding | undefined,
): FileColumn[] => {
  const plain = encoding === 'latin1' ? 'windows-1252' : encoding
  return encodings.find((one) => one.encoding === plain)?.columns ?? columns
}

type TextOptions = Omit<Head, 'head' | 'encodings'> & { encoding: Encoding | undefined }

const recognizeText = (text: string, { fileName, encoding, list, nowMs }: TextOptions): RecognizedFile => {
  const isJson = /^\s*[[{]/.test(text)
  const items = isJson ? jsonRows(text, list, encoding) : csvRows(text, encoding)
  const names = namesOf(items, undefined)
  const isOwn = isOwnExport(names)
  const from = isOwn ? undefined : systemOf(items, isJson)
  const format = isJson ? (isOwn && formatOf(fileName) === 'ndjson' ? 'ndjson' : 'json') : 'csv'
  return { format, isOwn, from, columns: columnsOf(items, from, nowMs) }
}

type Item = Record<string, unknown>

const csvRows = (text: string, encoding: Encoding | undefined): Item[] => {
  const textOf = (bytes: string) => decode(bytes, encoding ?? 'utf-8') ?? fromLatin1(bytes)
  // The last row may be incomplete.
  const read = separatedReader()
  const [header, ...rows] = [...read(text), ...read()]
  if (!header || typeof header.fields === 'string') return []
  const names = header.fields.slice(0, MAX_COLUMNS).map((field) => textOf(field).trim())
  if (rows.length === 0) return [Object.fromEntries(names.map((name) => [name, '']))]
  return rows.slice(0, MAX_ROWS).flatMap(({ fields }) => {
    if (typeof fields === 'string') return []
    return [Object.fromEntries(names.map((name, at) => [name, textOf(fields[at] ?? '')]))]
  })
}

const jsonRows = (text: string, list: JsonList | undefined, encoding: Encoding = 'utf-8'): Item[] => {
  const read = listReader(list, anyList.names)
  return read(text)
    .slice(0, MAX_ROWS)
    .flatMap(({ raw, key }) => {
      const value = listOf(parsed(decodeBytes(raw, encoding)))
      const items = Array.isArray(value) ? value : [value]
      const id = key === undefined ? undefined : decodeBytes(key, encoding)
      return items.filter(isItem).map((item) => withKey(unwrapped(item), id))
    })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportFault(`it is not well-formed JSON: ${(error as Error).message}`)
  }
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an item, by their names in a format's rules. */
const fieldsOf = (item: Item, format: AnimalFormat | undefined): Map<string, unknown> =>
  flattened(format?.prepare?.(item, new Map()) ?? item)

const namesOf = (items: readonly Item[], format: AnimalFormat | undefined): Set<string> =>
  new Set(items.flatMap((item) => [...fieldsOf(item, format).keys()]))

/** Names that only our own exports have together. */
const isOwnExport = (names: ReadonlySet<string>): boolean => {
  const lower = new Set([...names].map((name) => name.toLowerCase()))
  return lower.has('name') && lower.has('categoryid')
}

/** A file belongs to a system if such a share of all columns is known, or if it has so many signs of the system. */
const MIN_SHARE = 0.6
const MANY_SIGNS = 5

const systemOf = (items: readonly Item[], isJson: boolean): System | undefined => {
  const scores = systems.map((system) => ({ system, score: scoreOf(system, items, isJson) }))
  const [best] = scores.toSorted((one, other) => other.score - one.score)
  return best && best.score > 0 ? best.system : undefined
}

/** The share of columns that a system knows; 0 if the file is unlikely to be its own. */
const scoreOf = (system: System, items: readonly Item[], isJson: boolean): number => {
  const format = formatFor(system, [])
  const names = [...namesOf(items, format)].map(plainName)
  const placeOf = new Map(format.rules.map(({ from, to }) => [plainName(from), to]))
  const places = new Set(names.map((name) => placeOf.get(name)))
  const repeats = new Set((format.repeats ?? []).map(plainName))
  const signs = countSigns(system, items)
  if (!places.has('externalId') || signs < (isJson ? 1 : 2)) return 0
  const known = names.filter((name) => placeOf.has(name) || repeats.has(name))
  const share = known.length / names.length
  return share >= MIN_SHARE || signs >= MANY_SIGNS ? share : 0
}

/** The names in a file that only this system gives: others have an `Animal ID` and a `Name` too. */
const countSigns = (system: System, items: readonly Item[]): number => {
  const names = new Set([...namesOf(items, undefined)].map(plainName))
  return systemSigns[system].filter((sign) => names.has(plainName(sign))).length
}

const columnsOf = (items: readonly Item[], from: System | undefined, nowMs: number): FileColumn[] => {
  const format = from === undefined ? undefined : formatFor(from, [])
  const columns = new Map<string, unknown[]>()
  for (const [row, item] of items.entries()) {
    for (const [name, value] of fieldsOf(item, format)) {
      if (!columns.has(name) && columns.size >= MAX_COLUMNS) continue
      const values = columns.get(name) ?? []
      columns.set(name, values)
      values[row] = value
    }
  }
  const all = [...columns].map(([name, values]) => ({
    name,
    values: Array.from(items, (_, row) => values[row]),
  }))
  const guesses = from === undefined ? guessColumns(all, nowMs) : []
  return all.map(({ name, values }, at) => ({
    name: name.slice(0, 500).toWellFormed(),
    samples: samplesOf(values),
    ...guesses[at],
  }))
}

const samplesOf = (values: readonly unknown[]): string[] => {
  const samples = new Set<string>()
  for (const value of values) {
    const sample = sampleOf(value)
    if (sample !== '' && samples.size < SAMPLES) samples.add(sample)
  }
  return [...samples]
}

const sampleOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = text.slice(0, 4 * MAX_SAMPLE).replaceAll(/\s+/g, ' ')
  return line.trim().slice(0, MAX_SAMPLE).toWellFormed()
}

/** The field of each column: according to the system, or guessed. */
export const guessFields = ({ isOwn, from, columns }: RecognizedFile): (string | undefined)[] => {
  if (isOwn) {
    const own = new Map([...petColumns, ...profileColumns].map((name) => [plainName(name), name]))
    return columns.map(({ name }) => own.get(plainName(name)))
  }
  if (from === undefined) return columns.map(({ field }) => field)
  const rules = formatFor(from, []).rules.toReversed()
  const places = new Map(rules.map((rule) => [plainName(rule.from), rule.to]))
  return columns.map(({ name }) => places.get(plainName(name)))
}
