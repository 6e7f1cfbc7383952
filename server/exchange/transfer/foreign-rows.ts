import { isUtf8 } from 'node:buffer'
import { type ProfilePatch, ProfilePatchSchema } from '../../animals/profiles/profile.ts'
import { checkFacts, merged, noFacts } from '../../animals/profiles/profile-facts.ts'
import { counted } from '../../platform/counted.ts'
import { type Fault, HttpError } from '../../platform/http/http-error.ts'
import { parseJson } from '../../platform/http/json.ts'
import { isName } from '../../platform/http/name.ts'
import { validators } from '../../platform/http/validation.ts'
import { parseTime } from '../../platform/time.ts'
import type { Included } from '../animal-formats/animal-format.ts'
import {
  animalReader,
  type ForeignAnimal,
  flattened,
  type Note,
  noteOf,
  plainName,
} from '../animal-formats/foreign-animal.ts'
import type { CsvRow } from './csv.ts'
import type { ImportRow } from './import-row.ts'
import type { JsonItem } from './json-items.ts'
import { csvFaults, refused } from './row-text.ts'
import { type ForeignReading, ImportFault, type RowReading } from './transfer.ts'

const MAX_COLUMNS = 2_000

type Reading = Pick<RowReading, 'encoding'> & { foreign: ForeignReading }

/** Rows of another system's CSV: by its header, or by the number of columns where it has none. */
export const foreignCsvRows = (first: CsvRow, reading: Reading) => {
  const { format } = reading.foreign
  if (typeof first.fields === 'string')
    throw new ImportFault(`the header: ${csvFaults[first.fields]}`)
  if (first.fields.length > MAX_COLUMNS) {
    throw new ImportFault(
      `it has ${first.fields.length} columns, and at most ${MAX_COLUMNS} are read`,
    )
  }
  if (first.raw.includes('\0')) throw new ImportFault('it has NUL bytes: save it as UTF-8')
  const header = first.fields.map((field) => decodeAny(field).text.trim())
  const known = new Set(format.rules.map(({ from }) => plainName(from)))
  const isHeader = header.some((name) => known.has(plainName(name)))
  const names = isHeader ? header : format.headless?.[header.length]
  checkMapped(reading.foreign, names ?? header)
  if (!names) {
    throw new ImportFault(
      `its first line names no column that is known: ${header.slice(0, 20).join(', ')}`,
    )
  }
  const toRow = rowMaker(reading)
  const columns = numbered(names)

  const read = ({ line, raw, fields }: CsvRow): ImportRow => {
    if (typeof fields === 'string') return refused(line, raw, '', fields, csvFaults[fields])
    if (raw.includes('\0')) return refused(line, raw, '', 'invalid_value', 'has NUL bytes')
    if (fields.length !== columns.length) {
      const message = `has ${counted(fields.length, 'column')}, and the header has ${columns.length}`
      return refused(line, raw, '', 'wrong_column_count', message)
    }
    const { text, isGuessed } = decodeAny(fields.join('\0'))
    const values = text.split('\0')
    const item = Object.fromEntries(columns.map((name, at) => [name, values[at] ?? '']))
    return toRow(line, raw, item, new Map(), isGuessed)
  }
  return { read, isHeader }
}

/** A column that is named twice has a number the second time. */
const numbered = (names: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(plainName(name)) ?? 0) + 1
    counts.set(plainName(name), count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** A column that somebody typed has to be there. */
const checkMapped = ({ mapped }: ForeignReading, names: readonly string[]): void => {
  const there = new Set(names.map(plainName))
  const missing = mapped.filter((name) => !there.has(plainName(name)))
  if (missing.length === 0) return
  throw new ImportFault(
    `it has no column ${missing.join(', ')}; it has ${names.slice(0, 50).join(', ')}`,
  )
}

/** Animals of another system's JSON. */
export const foreignJsonRows = (reading: Reading, included: Included) => {
  const toRow = rowMaker(reading)
  return ({ number, raw }: JsonItem): ImportRow => {
    const { text, isGuessed } = decodeAny(raw)
    let value: unknown
    try {
      value = parseJson(Buffer.from(text.replace(/^\ufeff/, ''))).value
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return refused(number, raw, '', error.code, 'is not well-formed JSON')
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refused(number, raw, '', 'invalid_type', 'must be an object')
    }
    // It is an object.
    return toRow(number, raw, value as Record<string, unknown>, included, isGuessed)
  }
}

const windows1252 = new TextDecoder('windows-1252')

/** What is not UTF-8 is what Windows has long written instead. */
const decodeAny = (bytes: string): { text: string; isGuessed: boolean } => {
  if (!/[\x80-\xff]/.test(bytes)) return { text: bytes, isGuessed: false }
  const buffer = Buffer.from(bytes, 'latin1')
  const isGuessed = !isUtf8(buffer)
  return { text: isGuessed ? windows1252.decode(buffer) : buffer.toString('utf8'), isGuessed }
}

const rowMaker = ({ foreign }: Reading) => {
  const { format, circumstances, asDrafts } = foreign
  const readAnimal = animalReader(format, circumstances)

  return (
    line: number,
    raw: string,
    item: Record<string, unknown>,
    included: Included,
    isGuessed: boolean,
  ): ImportRow => {
    const animal = readAnimal(flattened(format.prepare?.(item, included) ?? item))
    const { name, noPlace } = animal
    if (name === undefined) return refused(line, raw, 'name', 'required', 'is required')
    if (!isName(name)) {
      const message = 'must have 1-255 characters and no control characters'
      return refused(line, raw, 'name', 'invalid_value', message)
    }
    const { profile, notes } = soundProfile(animal, circumstances.nowMs)
    const publishedAtMs = parseTime(offsetTime(animal.publishedAt))
    return {
      ...{ line, raw, noPlace, notes },
      converted: [...animal.converted, ...(isGuessed ? ['(Windows-1252)'] : [])],
      pet: { name, categoryId: 0n, ...(animal.status && { status: animal.status }) },
      details: {
        profile,
        category: categoryOf(animal),
        externalId: profile.externalId ?? undefined,
        isOffered: animal.isOffered && !asDrafts,
        isBirthDateEstimated: animal.isBirthDateEstimated,
        photos: animal.photos,
        bondedWith: animal.bondedWith,
        ...(publishedAtMs !== undefined &&
          publishedAtMs <= circumstances.nowMs && { publishedAtMs }),
      },
    }
  }
}

/** `2018-09-04T14:49:09+0000`, which lacks a colon. */
const offsetTime = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, 40).replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : ''

const categoryOf = ({ category }: ForeignAnimal): string => {
  const name = category?.trim() ?? ''
  return isName(name) ? name : 'Other'
}

const check = validators({}).body(ProfilePatchSchema)
/** One fault may hide another. */
const MAX_ROUNDS = 10
const mostItems = { colors: 3, tags: 20, videos: 5 } as const

/** The part of a profile that the rules of profiles allow; each value that they do not is noted. */
const soundProfile = (
  animal: ForeignAnimal,
  nowMs: number,
): { profile: ProfilePatch; notes: Note[] } => {
  const notes = [...animal.notes]
  const given = structuredClone(animal.profile)
  for (const [name, most] of Object.entries(mostItems)) {
    const items = given[name]
    if (!Array.isArray(items) || items.length <= most) continue
    for (const item of items.slice(most)) {
      notes.push(noteOf(name, `is one more than the ${most} that there may be`, item))
    }
    given[name] = items.slice(0, most)
  }
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const faults = faultsOf(given, nowMs)
    if (faults.length === 0) return { profile: given, notes }
    // The last ones first: those before them keep their places in lists.
    for (const { field, message } of faults.toReversed()) {
      const value = removed(given, field)
      if (value !== undefined) notes.push(noteOf(field, message, value))
    }
  }
  return { profile: {}, notes: [...notes, noteOf('', 'has no profile that is valid', given)] }
}

const faultsOf = (given: Record<string, unknown>, nowMs: number): Fault[] => {
  const outcome = check({ value: given, duplicates: [] })
  if ('error' in outcome) return outcome.error.errors ?? []
  try {
    checkFacts(merged(noFacts, given), { todayMs: nowMs, lacksPhoto: false })
    return []
  } catch (error) {
    if (error instanceof HttpError) return error.errors ?? []
    throw error
  }
}

/** Takes the value at a path (`colors.2`, `goodWith.dogs`) out; of a fee, both its parts go. */
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
