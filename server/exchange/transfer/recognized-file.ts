import type { AnimalFormat, Place } from '../animal-formats/animal-format.ts'
import { formatFor, type System, systems } from '../animal-formats/animal-formats.ts'
import { flattened, listOf, plainName } from '../animal-formats/foreign-animal.ts'
import { separatedReader, withoutMark } from './import-file.ts'
import { listReader } from './json-list.ts'
import type { JsonList } from './json-survey.ts'
import { unwrapped, withKey } from './json-wrappers.ts'
import { profileColumns } from './profile-columns.ts'
import { decode, decodeBytes, fromLatin1 } from './row-text.ts'
import type { EncodingGuess } from './text-encoding.ts'
import { type Encoding, type Format, formatOf, ImportFault, petColumns } from './transfer.ts'
import { usualPlaces } from './usual-columns.ts'

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

export type FileColumn = { name: string; samples: string[] }

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
}

/** What a JSON file may be: the animals of any system, or of a spreadsheet. */
export const anyList = {
  names: [...new Set([undefined, ...systems].flatMap((one) => formatFor(one, []).lists))],
  fields: [...usualPlaces.keys()],
}

/** Analyses the beginning of a file. Throws `ImportFault` if it cannot be read. */
export const recognizeFile = ({ head, fileName, encodings, list }: Head): RecognizedFile => {
  const text = withoutMark(head.toString('latin1'))
  const [likeliest, ...others] = encodings
  const recognize = (encoding?: Encoding) => recognizeText(text, { fileName, encoding, list })
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

type TextOptions = Pick<Head, 'fileName' | 'list'> & { encoding: Encoding | undefined }

const recognizeText = (text: string, { fileName, encoding, list }: TextOptions): RecognizedFile => {
  const isJson = /^\s*[[{]/.test(text)
  const items = isJson ? jsonRows(text, list, encoding) : csvRows(text, encoding)
  const names = namesOf(items, undefined)
  const isOwn = isOwnExport(names)
  const from = isOwn ? undefined : systemOf(items, isJson)
  const format = isJson ? (isOwn && formatOf(fileName) === 'ndjson' ? 'ndjson' : 'json') : 'csv'
  return { format, isOwn, from, columns: columnsOf(items, from) }
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
    if (typeof fields === 'string' || fields.length < names.length) return []
    return [Object.fromEntries(names.map((name, at) => [name, textOf(fields[at] ?? '')]))]
  })
}

const jsonRows = (
  text: string,
  list: JsonList | undefined,
  encoding: Encoding = 'utf-8',
): Item[] => {
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

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

/** A file belongs to a system if so many columns, and such a share of all, are known. */
const MIN_KNOWN = 6
const MIN_SHARE = 0.6

const systemOf = (items: readonly Item[], isJson: boolean): System | undefined => {
  const scores = systems.map((system) => ({ system, score: scoreOf(system, items, isJson) }))
  const [best] = scores.toSorted((one, other) => other.score - one.score)
  return best && best.score >= MIN_SHARE ? best.system : undefined
}

/** The share of columns that a system knows; 0 if the file is unlikely to be its own. */
const scoreOf = (system: System, items: readonly Item[], isJson: boolean): number => {
  const format = formatFor(system, [])
  const names = [...namesOf(items, format)].map(plainName)
  const placeOf = new Map(format.rules.map(({ from, to }) => [plainName(from), to]))
  const known = names.filter((name) => placeOf.has(name))
  const places = new Set(known.map((name) => placeOf.get(name)))
  const repeats = new Set((format.repeats ?? []).map(plainName))
  const isIts = places.has('externalId') && (isJson ? places.size > 1 : known.length >= MIN_KNOWN)
  if (!isIts) return 0
  return names.filter((name) => placeOf.has(name) || repeats.has(name)).length / names.length
}

const columnsOf = (items: readonly Item[], from: System | undefined): FileColumn[] => {
  const format = from === undefined ? undefined : formatFor(from, [])
  const columns = new Map<string, Set<string>>()
  for (const item of items) {
    for (const [name, value] of fieldsOf(item, format)) {
      if (!columns.has(name) && columns.size >= MAX_COLUMNS) continue
      const samples = columns.get(name) ?? new Set()
      columns.set(name, samples)
      const sample = sampleOf(value)
      if (sample !== '' && samples.size < SAMPLES) samples.add(sample)
    }
  }
  return [...columns].map(([name, samples]) => ({
    name: name.slice(0, 500).toWellFormed(),
    samples: [...samples],
  }))
}

const sampleOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = text.slice(0, 4 * MAX_SAMPLE).replaceAll(/\s+/g, ' ')
  return line.trim().slice(0, MAX_SAMPLE).toWellFormed()
}

/** Several columns may map to these fields. */
const several: ReadonlySet<Place> = new Set(['colors', 'tags', 'videos', 'photos', 'bondedWith'])

/** The field of each column: according to the system, or guessed by its name. */
export const guessFields = ({ isOwn, from, columns }: RecognizedFile): (string | undefined)[] => {
  if (isOwn) {
    const own = new Map([...petColumns, ...profileColumns].map((name) => [plainName(name), name]))
    return columns.map(({ name }) => own.get(plainName(name)))
  }
  if (from !== undefined) {
    const rules = formatFor(from, []).rules.toReversed()
    const places = new Map(rules.map((rule) => [plainName(rule.from), rule.to]))
    return columns.map(({ name }) => places.get(plainName(name)))
  }
  const used = new Set<Place>()
  return columns.map(({ name }) => {
    const place = usualPlaces.get(plainName(name))
    if (place === undefined || (used.has(place) && !several.has(place))) return undefined
    used.add(place)
    return place
  })
}
