import type { AnimalFormat, Place } from '../animal-formats/animal-format.ts'
import { formatFor, type System, systems } from '../animal-formats/animal-formats.ts'
import { flattened, listOf, plainName } from '../animal-formats/foreign-animal.ts'
import { separatedReader, withoutMark } from './import-file.ts'
import { jsonItems } from './json-items.ts'
import { profileColumns } from './profile-columns.ts'
import { decode, fromLatin1 } from './row-text.ts'
import { type Format, formatOf, ImportFault, petColumns } from './transfer.ts'

/** The facts recognised from the beginning of a file. */
export type RecognizedFile = {
  format: Format
  /** Whether it has the format of our own export. */
  isOwn: boolean
  /** The system that it comes from, if that is clear. */
  from: System | undefined
  columns: FileColumn[]
}

type FileColumn = { name: string; samples: string[] }

const MAX_COLUMNS = 200
const MAX_ROWS = 200
const SAMPLES = 3
const MAX_SAMPLE = 80

/** Analyses the beginning of a file. Throws `ImportFault` if it cannot be read. */
export const recognizeFile = (head: Buffer, fileName: string): RecognizedFile => {
  const text = withoutMark(head.toString('latin1'))
  const isJson = /^\s*[[{]/.test(text)
  const items = isJson ? jsonRows(text) : csvRows(text)
  const names = namesOf(items, undefined)
  const isOwn = isOwnExport(names)
  const from = isOwn ? undefined : systemOf(items, isJson)
  const format = isJson ? (isOwn && formatOf(fileName) === 'ndjson' ? 'ndjson' : 'json') : 'csv'
  return { format, isOwn, from, columns: columnsOf(items, from) }
}

type Item = Record<string, unknown>

const csvRows = (text: string): Item[] => {
  // The last row may be incomplete.
  const [header, ...rows] = separatedReader()(text.endsWith('\n') ? text : `${text}\n`)
  if (!header || typeof header.fields === 'string') return []
  const names = header.fields.slice(0, MAX_COLUMNS).map((field) => textOf(field).trim())
  if (rows.length === 0) return [Object.fromEntries(names.map((name) => [name, '']))]
  return rows.slice(0, MAX_ROWS).flatMap(({ fields }) => {
    if (typeof fields === 'string' || fields.length < names.length) return []
    return [Object.fromEntries(names.map((name, at) => [name, textOf(fields[at] ?? '')]))]
  })
}

const textOf = (bytes: string): string => decode(bytes, 'utf-8') ?? fromLatin1(bytes)

const listNames = [...new Set([undefined, ...systems].flatMap((one) => formatFor(one, []).lists))]

const jsonRows = (text: string): Item[] => {
  const read = jsonItems(listNames)
  return read(text)
    .slice(0, MAX_ROWS)
    .flatMap(({ raw }) => {
      const value = listOf(parsed(raw))
      const items = Array.isArray(value) ? value : [value]
      return items.filter(isItem)
    })
}

const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(Buffer.from(raw, 'latin1').toString('utf8'))
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

/** Column names that shelters use in their own spreadsheets. */
const spreadsheetNames: Partial<Record<Place, readonly string[]>> = {
  externalId: ['id', 'animal id', 'tag', 'tag no', 'number', 'no', 'reference', 'code', 'animal #'],
  name: ['name', 'animal name', 'pet name', 'animal'],
  species: ['species', 'type', 'animal type', 'kind', 'intake type'],
  breed: ['breed', 'breeds', 'primary breed'],
  sex: ['sex', 'gender', 'm/f'],
  age: ['age', 'how old'],
  birthDate: ['born', 'birth date', 'date of birth', 'dob', 'birthday'],
  size: ['size'],
  weight: ['weight', 'current weight'],
  colors: ['color', 'colour', 'colors', 'colours', 'primary color'],
  coat: ['coat', 'hair'],
  status: ['status', 'outcome', 'outcome type', 'where', 'current status'],
  description: ['description', 'notes', 'bio', 'about', 'comments', 'memo'],
  fee: ['fee', 'adoption fee', 'price'],
  microchip: ['microchip', 'chip', 'microchip number', 'chip number'],
  intakeDate: ['intake date', 'date in', 'arrived', 'intake'],
  spayedNeutered: ['spayed', 'neutered', 'altered', 'fixed', 'spay/neuter', 'spayed/neutered'],
  vaccinated: ['vaccinated', 'shots', 'vaccinations'],
  houseTrained: ['house trained', 'housebroken', 'house trained?'],
  'goodWith.children': ['kids ok', 'good with kids', 'good with children', 'kids', 'children'],
  'goodWith.dogs': ['good with dogs', 'dogs ok', 'dogs'],
  'goodWith.cats': ['good with cats', 'cats ok', 'cats'],
  photos: ['photo', 'photos', 'image', 'image url', 'picture'],
}

const usualPlaces: ReadonlyMap<string, Place> = new Map([
  ...systems
    .toReversed()
    .flatMap((system) => formatFor(system, []).rules)
    .map(({ from, to }) => [plainName(from), to] as const),
  ...Object.entries(spreadsheetNames).flatMap(([place, names]) =>
    // The keys are fields.
    names.map((name) => [plainName(name), place as Place] as const),
  ),
])
