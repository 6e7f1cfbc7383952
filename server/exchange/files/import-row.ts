import { type TProperties, Type } from 'typebox'
import { NewPet, PetStatus } from '../../animals/pets/pet.ts'
import { counted } from '../../platform/counted.ts'
import { type Fault, HttpError } from '../../platform/http/http-error.ts'
import { Int64, parseInt64 } from '../../platform/http/int64.ts'
import { type JsonDocument, parseJson } from '../../platform/http/json.ts'
import { validators } from '../../platform/http/validation.ts'
import type { About, Details, Remarks } from './animal-details.ts'
import type { CsvRow } from './csv.ts'
import { notesColumn } from './exported-notes.ts'
import { ImportFault, ownerColumn, type RowReading } from './file-format.ts'
import { photosColumn, profileColumns, readColumns, readDetails } from './profile-columns.ts'
import { protectionColumn, unprotectText } from './protected-text.ts'
import { csvFaults, decode, notUtf8, refused } from './row-text.ts'

/** A row of the file: a valid animal, or its errors. */
export type ImportRow = { line: number; raw: string } & Remarks &
  (
    | { pet: ImportedPet; details?: Details; faults?: undefined; departed?: undefined }
    | { pet?: undefined; details?: undefined; faults: Fault[]; departed?: undefined }
    /** An animal that has left. It is not added. */
    | { pet?: undefined; details?: undefined; faults?: undefined; departed: Departed }
  )

/** A row to import, or one that adds no animal. */
export type ReadRow = ImportRow | OtherRow
/** A row about a treatment or a photo, or one that another row of its animal replaces, with its columns without a field. */
type OtherRow = {
  line: number
  isOther: true
  isMerged?: true
  noPlace: string[]
  about?: About
}

/** `row` changes the animal if it is in the store. */
type Departed = { name: string; status: string; row?: AnimalRow }

/** A row of an animal of another system. */
export type AnimalRow = ImportRow & { pet: ImportedPet; details: Details }

/** `departed`: how it left if it was not adopted. */
export type ImportedPet = NewPet & {
  id?: bigint
  accountId?: bigint
  departed?: string | undefined
}

/**
 * Assigned ids continue above the highest one: the last four thousand million are reserved for
 * them.
 */
export const MAX_IMPORTED_ID = 2n ** 63n - 2n ** 32n

const fields = { id: Type.Optional(Int64()), ...NewPet.properties }

type Shape = {
  known: readonly string[]
  required: readonly string[]
  validate: (document: JsonDocument) => { value: unknown } | { error: HttpError }
}

const shapeOf = (properties: TProperties): Shape => {
  const Row = Type.Object(properties, { additionalProperties: false })
  return {
    known: Object.keys(Row.properties),
    required: Row.required ?? [],
    validate: validators({ PetStatus }).body(Row),
  }
}

const plain = shapeOf(fields)
const owned = shapeOf({ ...fields, [ownerColumn]: Int64() })
const shapeFor = ({ withOwners }: RowReading): Shape => (withOwners ? owned : plain)

/**
 * Reads rows of a CSV file whose first row has the names of its columns. Throws `ImportFault` for
 * an invalid header.
 */
export const csvRows = (header: CsvRow, reading: RowReading) => {
  const { encoding } = reading
  const shape = shapeFor(reading)
  if (typeof header.fields === 'string') throw new ImportFault(`the header: ${csvFaults[header.fields]}`)
  const columns = header.fields.map((field) => {
    const name = (decode(field, encoding) ?? field).trim()
    return columnNames(shape).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
  })
  checkHeader(columns, reading, shape)
  const used = columns.flatMap((name, at) => (shape.known.includes(name) ? [{ name, at }] : []))
  const detailed = columns.flatMap((name, at) =>
    profileColumns.includes(name) && !isNamed(name, reading.ignore) ? [{ name, at }] : [],
  )

  const protection = columns.indexOf(protectionColumn)

  const unlisted = columns.flatMap((name, at) =>
    reading.ignore === 'listed' && !columnNames(shape).includes(name) ? [{ name, at }] : [],
  )

  return ({ line, raw, fields }: CsvRow): ImportRow => {
    if (typeof fields === 'string') return refused(line, raw, '', fields, csvFaults[fields])
    if (fields.length !== columns.length) {
      const message = `has ${counted(fields.length, 'column')}, and the header has ${columns.length}`
      return refused(line, raw, '', 'wrong_column_count', message)
    }
    const says = (fields[protection] ?? '').toLowerCase()
    if (says !== '' && says !== 'yes') {
      return refused(line, raw, protectionColumn, 'invalid_value', 'must be yes or empty')
    }
    const written = (text: string) => (says === 'yes' ? unprotectText(text) : text)
    const value: Record<string, unknown> = {}
    for (const { name, at } of used) {
      const field = fields[at] as string
      if (field === '') continue
      const text = decode(field, encoding)
      if (text === undefined) return refused(line, raw, name, 'invalid_encoding', notUtf8)
      value[name] = integers.has(name) ? (parseInt64(text) ?? text) : written(text)
    }
    const texts: { name: string; text: string }[] = []
    for (const { name, at } of detailed) {
      const text = decode(fields[at] as string, encoding)
      if (text === undefined) return refused(line, raw, name, 'invalid_encoding', notUtf8)
      texts.push({ name, text: written(text) })
    }
    const photos = texts.find(({ name, text }) => name === photosColumn && text !== '')?.text
    const row = checked(line, raw, { value, duplicates: [] }, shape)
    const noPlace = unlisted.flatMap(({ name, at }) => (fields[at]?.trim() ? [name] : []))
    return withNoPlace(withDetails(row, { profile: readColumns(texts), photos }), noPlace)
  }
}

const withNoPlace = (row: ImportRow, noPlace: string[]): ImportRow => (noPlace.length > 0 ? { ...row, noPlace } : row)

const columnNames = ({ known }: Shape): readonly string[] => [...known, ...profileColumns, protectionColumn]

/** Adds the data beyond the specification to a row, or its issues. */
const withDetails = (
  row: ImportRow,
  { profile, photos, notes }: { profile: unknown; photos: unknown; notes?: unknown },
): ImportRow => {
  if (!row.pet || [profile, photos, notes].every((part) => part === undefined)) return row
  const read = readDetails(profile, photos, notes)
  if ('faults' in read) return { line: row.line, raw: row.raw, faults: read.faults }
  return read.details ? { ...row, details: read.details } : row
}

const integers = new Set(['id', 'categoryId', ownerColumn])

const checkHeader = (columns: string[], { ignore, account }: RowReading, shape: Shape): void => {
  const { required } = shape
  const known = columnNames(shape)
  const twice = columns.filter((name, at) => columns.indexOf(name) !== at)
  if (twice.length > 0) throw new ImportFault(`the header has a column twice: ${twice.join(', ')}`)
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    throw new ImportFault(
      `the header has no column ${missing.join(', ')}; it has ${columns.join(', ')}. ` +
        'For a file of another program, give --from or --map',
    )
  }
  const unknown = columns.filter((name) => !known.includes(name) && !isIgnored(name, ignore))
  if (unknown.length === 0 || ignore === 'listed') return
  const isOwned = unknown.includes(ownerColumn) && account === undefined
  throw new ImportFault(
    `the header has unknown columns: ${unknown.join(', ')} ` +
      `(--ignore-columns ${unknown.join(',')} ignores them` +
      `${isOwned ? '; --with-owners adds each animal to the account in its row' : ''})`,
  )
}

/** Known columns are only ignored by name: `all` means all unknown ones. */
const isNamed = (name: string, ignore: RowReading['ignore']): boolean =>
  ignore !== 'all' && ignore !== 'listed' && ignore.includes(name)

const isIgnored = (name: string, ignore: RowReading['ignore']): boolean => ignore === 'all' || isNamed(name, ignore)

/** Reads a line of an NDJSON file. */
export const ndjsonRow = (line: number, raw: string, reading: RowReading): ImportRow => {
  const { encoding, ignore } = reading
  const shape = shapeFor(reading)
  const decoded = decode(raw, encoding)
  if (decoded === undefined) return refused(line, raw, '', 'invalid_encoding', notUtf8)
  const text = Buffer.from(decoded)
  let document: JsonDocument
  try {
    document = parseJson(text)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return refused(line, raw, '', error.code, 'is not a single well-formed JSON document')
  }
  const { profile, photos, ...others } = fieldsOf(document.value)
  const { notes, value } = withoutNotes(others)
  const isObject = Object.keys(value).length > 0 || profile !== undefined
  const own = isObject ? { ...document, value } : document
  const taken = (name: string, said: unknown) => (isNamed(name, ignore) ? undefined : said)
  const row = checked(line, raw, without(own, ignore, shape), shape)
  const unlisted = Object.keys(value).filter((name) => !shape.known.includes(name))
  const whole = withDetails(row, {
    profile: taken('profile', profile),
    photos: taken(photosColumn, photos),
    notes: taken(notesColumn, notes),
  })
  return withNoPlace(whole, ignore === 'listed' ? unlisted : [])
}

/** Notes in another form than ours are an unknown field. */
const withoutNotes = ({ notes, ...value }: Record<string, unknown>) =>
  Array.isArray(notes) || notes === null
    ? { notes, value }
    : { value: notes === undefined ? value : { ...value, notes } }

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? // It is an object.
      (value as Record<string, unknown>)
    : {}

const without = ({ value, duplicates }: JsonDocument, ignore: RowReading['ignore'], { known }: Shape) => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || ignore.length === 0) return { value, duplicates }
  const isKept = (name: string) => known.includes(name) || (ignore !== 'listed' && !isIgnored(name, ignore))
  return {
    value: Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name))),
    duplicates: duplicates.filter((path) => isKept(path.split('.')[0] ?? path)),
  }
}

const checked = (line: number, raw: string, document: JsonDocument, { validate }: Shape): ImportRow => {
  const outcome = validate(document)
  if ('error' in outcome) {
    const { code, message, errors = [{ field: '', code, message }] } = outcome.error
    return { line, raw, faults: errors }
  }
  const pet = outcome.value as ImportedPet
  if (pet.id !== undefined && (pet.id < 1n || pet.id > MAX_IMPORTED_ID)) {
    return refused(line, raw, 'id', 'out_of_range', `must be from 1 to ${MAX_IMPORTED_ID}`)
  }
  return { line, raw, pet }
}
