import { type ProfilePatch, ProfilePatchSchema } from '../../animals/profiles/profile.ts'
import { checkFacts, merged, noFacts } from '../../animals/profiles/profile-facts.ts'
import { type Species, species } from '../../animals/profiles/profile-values.ts'
import { counted } from '../../platform/counted.ts'
import { type Fault, HttpError } from '../../platform/http/http-error.ts'
import { parseJson } from '../../platform/http/json.ts'
import { isName } from '../../platform/http/name.ts'
import { validators } from '../../platform/http/validation.ts'
import { parseTime } from '../../platform/time.ts'
import type { DecimalMark } from '../animal-formats/amounts.ts'
import type { Included, Rule } from '../animal-formats/animal-format.ts'
import {
  animalReader,
  type ForeignAnimal,
  flattened,
  listOf,
  type Note,
  noteOf,
  plainName,
} from '../animal-formats/foreign-animal.ts'
import type { CsvRow } from './csv.ts'
import { type ForeignReading, ImportFault, type RowReading } from './file-format.ts'
import type { ImportRow, ReadRow } from './import-row.ts'
import type { JsonItem } from './json-items.ts'
import { unwrapped, withKey } from './json-wrappers.ts'
import { aboutOf } from './repeated-animals.ts'
import { cellsOf, csvFaults, decode, fromLatin1, notUtf8, refused } from './row-text.ts'

const MAX_COLUMNS = 2_000

/** By the normalized names of columns. */
export type DecimalMarks = ReadonlyMap<string, DecimalMark | undefined>

type Reading = Pick<RowReading, 'encoding'> & { foreign: ForeignReading; marks?: DecimalMarks }

/** The columns of another system's CSV, from its first row or by their number. */
export const foreignColumns = (first: CsvRow, { encoding, foreign }: Reading) => {
  const { format } = foreign
  if (typeof first.fields === 'string') throw new ImportFault(`the header: ${csvFaults[first.fields]}`)
  if (first.fields.length > MAX_COLUMNS) {
    throw new ImportFault(`it has ${first.fields.length} columns, more than the limit of ${MAX_COLUMNS}`)
  }
  if (first.raw.includes('\0')) throw new ImportFault('it has NUL bytes: save it as UTF-8')
  const header = first.fields.map((field) => (decode(field, encoding) ?? fromLatin1(field)).trim())
  const known = new Set(format.rules.map(({ from }) => plainName(from)))
  const isHeader = header.some((name) => known.has(plainName(name)))
  const names = isHeader ? header : format.headless?.[header.length]
  checkMapped(foreign, names ?? header)
  if (!names) {
    throw new ImportFault(`its first line has no known column: ${header.slice(0, 20).join(', ')}`)
  }
  checkIdColumn(foreign, names)
  return { columns: numbered(names), isHeader }
}

/** Rows of another system's CSV: by its header or, without one, by the number of columns. */
export const foreignCsvRows = (first: CsvRow, reading: Reading) => {
  const { columns, isHeader } = foreignColumns(first, reading)
  const toRow = rowMaker(reading)
  const last = lastRequired(columns, reading.foreign)

  const read = ({ line, raw, fields }: CsvRow): ReadRow => {
    if (typeof fields === 'string') return refused(line, raw, '', fields, csvFaults[fields])
    if (raw.includes('\0')) return refused(line, raw, '', 'invalid_value', 'has NUL bytes')
    const cells = cellsOf(fields, { columns: columns.length, last })
    if (!cells) {
      const message = `has ${counted(fields.length, 'column')}, and the header has ${columns.length}`
      return refused(line, raw, '', 'wrong_column_count', message)
    }
    const values = decode(cells.join('\0'), reading.encoding)?.split('\0')
    if (!values) return refused(line, raw, '', 'invalid_encoding', notUtf8)
    const item = Object.fromEntries(columns.map((name, at) => [name, values[at] ?? '']))
    return toRow(line, raw, item, new Map())
  }
  return { read, isHeader }
}

/** The position of the last column that a row must reach: the first ones with the id and the name. */
const lastRequired = (columns: readonly string[], { format }: ForeignReading): number => {
  const positions = (['externalId', 'name'] as const).map((place) => {
    const names = format.rules.filter(({ to }) => to === place).map(({ from }) => plainName(from))
    return columns.findIndex((name) => names.includes(plainName(name)))
  })
  return Math.max(0, ...positions)
}

/** A second import finds an animal by its id; without ids, it would add everything again. */
const checkIdColumn = ({ needsIds, format }: ForeignReading, names: readonly string[]): void => {
  if (!needsIds) return
  const ids = format.rules.filter(({ to }) => to === 'externalId').map(({ from }) => from)
  const there = new Set(names.map(plainName))
  if (ids.some((name) => there.has(plainName(name)))) return
  throw new ImportFault(
    `it has no column with ids, such as ${ids[0]}: a second import would add every animal again ` +
      `(--without-ids imports it anyway)`,
  )
}

/** A repeated column name gets a number. */
const numbered = (names: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(plainName(name)) ?? 0) + 1
    counts.set(plainName(name), count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** Mapped columns must exist. */
const checkMapped = ({ mapped }: ForeignReading, names: readonly string[]): void => {
  const there = new Set(names.map(plainName))
  const missing = mapped.filter((name) => !there.has(plainName(name)))
  if (missing.length === 0) return
  throw new ImportFault(`it has no column ${missing.join(', ')}; it has ${names.slice(0, 50).join(', ')}`)
}

/** Animals of another system's JSON. */
export const foreignJsonRows = (reading: Reading, included: Included) => {
  const toRow = rowMaker(reading)
  const unwrap = unwrapper(reading.foreign.format.rules)
  return ({ number, raw, key }: JsonItem): ReadRow[] => {
    const text = decode(raw, reading.encoding)
    if (text === undefined) return [refused(number, raw, '', 'invalid_encoding', notUtf8)]
    let value: unknown
    try {
      value = listOf(parseJson(Buffer.from(text.replace(/^\ufeff/, ''))).value)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return [refused(number, raw, '', error.code, 'is not well-formed JSON')]
    }
    const items = Array.isArray(value) ? value : [value]
    const id = key === undefined ? undefined : decode(key, reading.encoding)
    return items.map((item) =>
      isObject(item)
        ? toRow(number, raw, withKey(unwrap(item), id), included)
        : refused(number, raw, '', 'invalid_type', 'must be an object'),
    )
  }
}

/** Without the wrapper of GeoJSON and of ArcGIS, unless a rule names it. */
const unwrapper = (rules: readonly Rule[]) => {
  const isNamed = rules.some(({ from }) => /^(?:properties|attributes)\./i.test(from))
  return isNamed ? (item: Record<string, unknown>) => item : unwrapped
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rowMaker = ({ foreign, marks }: Reading) => {
  const { format, circumstances } = foreign
  const readAnimal = animalReader(format, circumstances, marks)

  return (line: number, raw: string, item: Record<string, unknown>, included: Included): ReadRow => {
    const animal = readAnimal(flattened(format.prepare?.(item, included) ?? item))
    const { noPlace } = animal
    const about = aboutOf(animal)
    if (format.isOtherRow?.(item)) return { line, isOther: true, noPlace, ...(about && { about }) }
    return { ...rowOf({ line, raw, animal }, foreign), ...(about && { about }) }
  }
}

type Item = { line: number; raw: string; animal: ForeignAnimal }

/** An animal that has left is not added, but its row may change one that is in the store. */
const rowOf = (item: Item, foreign: ForeignReading): ImportRow => {
  const { line, raw, animal } = item
  const { departed } = animal
  const row = animalRow(item, foreign)
  if (departed === undefined || foreign.withDeparted) return row
  const name = animal.name ?? animal.externalId ?? ''
  const notes = [noteOf('status', `has left: ${departed}`, name, 'left_shelter')]
  const isKnowable = row.details?.externalId !== undefined
  const { details } = row
  return {
    line,
    raw,
    notes,
    departed: {
      name,
      status: departed,
      ...(details && isKnowable && { row: { ...row, details } }),
    },
  }
}

const animalRow = ({ line, raw, animal }: Item, { circumstances, asDrafts, needsIds }: ForeignReading): ImportRow => {
  const { noPlace, departed, externalId } = animal
  const name = animal.name ?? externalId
  // Without its id, a second import would add the animal again.
  if (animal.lostId) return { line, raw, faults: [animal.lostId] }
  if (needsIds && externalId === undefined) {
    const message = 'is required: a second import would add the animal again (--without-ids)'
    return refused(line, raw, 'externalId', 'required', message)
  }
  if (name === undefined) return refused(line, raw, 'name', 'required', 'is required')
  if (!isName(name)) {
    const message = 'must have 1-255 characters and no control characters'
    return refused(line, raw, 'name', 'invalid_value', message)
  }
  const { profile, notes } = soundProfile(animal, circumstances.nowMs)
  const publishedAtMs = parseTime(offsetTime(animal.publishedAt))
  return {
    line,
    raw,
    noPlace,
    notes,
    hasStatus: animal.status !== undefined,
    converted: animal.converted,
    pet: { name, categoryId: 0n, departed, ...(animal.status && { status: animal.status }) },
    details: {
      profile,
      category: categoryOf(animal),
      externalId: profile.externalId ?? undefined,
      isOffered: animal.isOffered && !asDrafts && departed === undefined,
      hasLeft: departed !== undefined,
      isBirthDateEstimated: animal.isBirthDateEstimated,
      photos: animal.photos,
      bondedWith: animal.bondedWith,
      ...(publishedAtMs !== undefined && publishedAtMs <= circumstances.nowMs && { publishedAtMs }),
    },
  }
}

/** `2018-09-04T14:49:09+0000`, which lacks a colon. */
const offsetTime = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, 40).replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : ''

/** The category in the file, or that of the species. */
const categoryOf = ({ category, profile }: ForeignAnimal): string | { species: Species } => {
  const name = category?.trim() ?? ''
  if (isName(name)) return name
  return { species: species.find((one) => one === profile.species) ?? 'other' }
}

const check = validators({}).body(ProfilePatchSchema)
/** One issue may hide another. */
const MAX_ROUNDS = 10
const mostItems = { colors: 3, tags: 20, videos: 5 } as const

/** The valid part of a profile; each invalid value is noted. */
const soundProfile = (animal: ForeignAnimal, nowMs: number): { profile: ProfilePatch; notes: Note[] } => {
  const notes = [...animal.notes]
  const given = structuredClone(animal.profile)
  for (const [name, most] of Object.entries(mostItems)) {
    const items = given[name]
    if (!Array.isArray(items) || items.length <= most) continue
    for (const item of items.slice(most)) {
      notes.push(noteOf(name, `exceeds the limit of ${most}`, item))
    }
    given[name] = items.slice(0, most)
  }
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const faults = faultsOf(given, nowMs)
    if (faults.length === 0) return { profile: given, notes }
    // From the last one, so that earlier ones keep their positions in lists.
    for (const { field, message } of faults.toReversed()) {
      const value = removed(given, field)
      if (value !== undefined) notes.push(noteOf(field, message, value))
    }
  }
  return { profile: {}, notes: [...notes, noteOf('', 'has no valid profile', given)] }
}

const faultsOf = (given: Record<string, unknown>, nowMs: number): Fault[] => {
  const outcome = check({ value: given, duplicates: [] })
  if ('error' in outcome) return outcome.error.errors ?? []
  try {
    checkFacts(merged(noFacts, given), { nowMs, lacksPhoto: false })
    return []
  } catch (error) {
    if (error instanceof HttpError) return error.errors ?? []
    throw error
  }
}

/** Removes the value at a path (`colors.2`, `goodWith.dogs`); for a fee, both parts. */
const removed = (given: Record<string, unknown>, path: string): unknown => {
  const [name = '', inner] = path.split('.')
  const value = given[name]
  if (inner === undefined || name === 'fee' || typeof value !== 'object' || value === null) {
    delete given[name]
    return value
  }
  if (Array.isArray(value)) return value.splice(Number(inner), 1)[0]
  // A part of a profile.
  const part = value as Record<string, unknown>
  const found = part[inner]
  delete part[inner]
  return found
}
