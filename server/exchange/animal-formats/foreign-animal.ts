import { isDeepStrictEqual } from 'node:util'
import type { PetStatus } from '../../animals/pets/pet.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { addUp, distinctBreeds } from './added-up.ts'
import { addAges, ageUnitIn, birthDateFor, isSameAge, type ReadAge } from './ages.ts'
import type { DecimalMark } from './amounts.ts'
import { type Circumstances, Unreadable } from './animal-fields.ts'
import { type AnimalFormat, type Place, places, type Rule } from './animal-format.ts'
import { sexInSpecies } from './animal-words.ts'
import type { ReadBreed } from './breeds.ts'
import type { ReadDeath } from './dates.ts'
import { weightUnitIn } from './measures.ts'
import { type RangedValues, rangeIssues } from './ranges.ts'
import type { ReadSex } from './sexes.ts'
import { departedAs, type ReadStatus, unknownStatus } from './statuses.ts'

/** A value that was not imported, or was changed: its field, the reason, and the value. */
export type Note = Fault & { value: string }

export type ForeignAnimal = {
  name: string | undefined
  externalId: string | undefined
  /** The field of the file that has its id. */
  idField: string | undefined
  /** Why its id in the file cannot be read. */
  lostId: Note | undefined
  /** Whether the row has nothing but its id, its name, its species and photos. */
  isBare: boolean
  /** The latest day of its intake or outcome. */
  latestDay: string | undefined
  category: string | undefined
  status: PetStatus | undefined
  /** The file's status of an animal that left without being adopted. */
  departed: string | undefined
  isOffered: boolean
  publishedAt: string | undefined
  /** Read, but not validated yet. */
  profile: Record<string, unknown>
  /** Whether its birth date was computed from an age. */
  isBirthDateEstimated: boolean
  photos: string[]
  /** Ids of the other system. */
  bondedWith: string[]
  notes: Note[]
  /** Fields without a corresponding field here. */
  noPlace: string[]
  /** Fields that were converted. */
  converted: string[]
}

const lists: ReadonlySet<Place> = new Set([
  ...(['colors', 'tags', 'videos', 'photos', 'bondedWith', 'outcomeDate'] as const),
])
const identity: ReadonlySet<Place> = new Set([...(['externalId', 'name', 'species', 'category', 'photos'] as const)])
/** One of these is enough. */
const estimates: readonly Place[] = ['age', 'ageMonths', 'ageYears']
const MAX_VALUE = 500
/** Columns such as `Age upon Intake`, by their normalized names. */
const EARLIER_AGE = /age[a-z]{0,20}(?:upon|at)(?:intake|outcome|entry|arrival|surrender|adoption)$/
const otherAge = 'is another age than in an earlier column, which counts'
const agedThen = 'is the age on an earlier day: use a date of birth'

/**
 * Only letters, digits and `#`, in lower case: `Animal Name`, `ANIMALNAME` and `animal_name` are the
 * same, but `Animal #` is not `Animal`.
 */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}.#]/gu, '')

type ReadAnimal = (fields: ReadonlyMap<string, unknown>) => ForeignAnimal

/** Reads animals from named fields; `rules` map these to our fields. */
export const animalReader = (
  format: AnimalFormat,
  circumstances: Circumstances,
  /** By the normalized names of columns. */
  marks: ReadonlyMap<string, DecimalMark | undefined> = new Map(),
): ReadAnimal => {
  const at = { ...format.usual, ...stripped(circumstances) }
  const { joinsTexts = false } = format
  const unitsOf = unitsInNames()
  const rules = eachOnce(format.rules.map((rule) => ({ ...rule, from: plainName(rule.from) })))
  const placed = new Set([
    ...rules.flatMap(({ from, to }) => (to === 'outcomeDate' ? [] : from)),
    ...(format.repeats ?? []).map(plainName),
  ])

  return (fields) => {
    const byName = new Map([...fields].map(([name, value]) => [plainName(name), { name, value }]))
    const found = new Map<Place, unknown>()
    const notes: Note[] = []
    let lostId: Note | undefined
    let idField: string | undefined
    let isPerhapsDead = false
    const differing = new Set<string>()
    /** The first field of the file for each of ours. */
    const sources = new Map<Place, { name: string; value: unknown }>()
    const converted = new Set<string>()
    for (const { from, to, read = places[to] } of rules) {
      const field = byName.get(from)
      if (!field || isBlank(field.value)) continue
      try {
        if (estimates.includes(to) && EARLIER_AGE.test(from)) throw new Unreadable(agedThen)
        const value = read(field.value, {
          ...at,
          ...unitsOf(field.name),
          decimalMark: marks.get(from),
        })
        if (value === undefined) continue
        const source = sources.get(to)
        if (source && !lists.has(to)) {
          if (isDeepStrictEqual(found.get(to), value)) continue
          const one = { column: source.name, value: found.get(to) }
          const sum = addUp(to, one, { column: field.name, value }, { joinsTexts })
          if (sum !== undefined) found.set(to, sum)
          // Of two statuses, one counts.
          if (to === 'status') differing.add(sum === value ? source.name : field.name)
          else if (sum === undefined && !estimates.includes(to)) differing.add(field.name)
          else if (sum === undefined && !isSameAge(one.value as ReadAge, value as ReadAge)) {
            notes.push(noteOf(field.name, otherAge, field.value))
          }
          if (sum === value) sources.set(to, field)
          continue
        }
        sources.set(to, field)
        if (isConverted(to, field.value, value)) converted.add(field.name)
        if (to === 'externalId') idField = field.name
        // The reader of a list returns an array.
        if (lists.has(to)) found.set(to, [...((found.get(to) as string[]) ?? []), ...(value as string[])])
        else found.set(to, value)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        // It only orders rows, and is listed as a column without a field.
        if (to === 'outcomeDate') continue
        const note = noteOf(field.name, error.message, field.value)
        notes.push(note)
        if (to === 'externalId') lostId = note
        // The status is unknown, so the animal is not published before somebody has checked it.
        if (to === 'status' && !found.has(to)) found.set(to, unknownStatus)
        if (to === 'deceasedDate') isPerhapsDead = true
      }
    }
    const sexNamed = sexInSpecies(sources.get('species')?.value)
    if (sexNamed && !found.has('sex')) found.set('sex', { sex: sexNamed })
    if (isPerhapsDead && valuesOf(found).isGone !== true) found.set('status', unknownStatus)
    const leaveOut = (place: Place, message: string): void => {
      const { name = place, value = found.get(place) } = sources.get(place) ?? {}
      notes.push(noteOf(name, message, value))
      found.delete(place)
    }
    for (const { place, message } of rangeIssues(valuesOf(found), at.nowMs)) leaveOut(place, message)
    const estimate = estimateOf(found, { nowMs: at.nowMs, leaveOut })
    const noPlace = [...byName].flatMap(([plain, { name, value }]) =>
      placed.has(plain) || isBlank(value) ? [] : [name],
    )
    return {
      ...animalOf(found, format, estimate),
      lostId: found.has('externalId') ? undefined : lostId,
      idField,
      notes,
      noPlace: [...noPlace, ...differing],
      converted: [...converted],
    }
  }
}

/** The values that have a range. */
const valuesOf = (found: ReadonlyMap<Place, unknown>): RangedValues => {
  // Each target has the value that its reader returns.
  const get = <Value>(place: Place): Value | undefined => found.get(place) as Value | undefined
  return {
    species: get('species'),
    birthDate: get('birthDate'),
    intakeDate: get('intakeDate'),
    deceasedDate: get<ReadDeath>('deceasedDate')?.day,
    weight: get('weight'),
    fee: get('fee'),
    isGone: get<ReadStatus>('status')?.status === 'sold',
  }
}

type LeaveOut = (place: Place, message: string) => void

/** The day of birth for the ages of all columns. */
const estimateOf = (
  found: ReadonlyMap<Place, unknown>,
  { nowMs, leaveOut }: { nowMs: number; leaveOut: LeaveOut },
): string | undefined => {
  const ages = estimates.filter((place) => found.has(place))
  // The readers of these fields return ages.
  const ageOf = (place: Place) => found.get(place) as ReadAge
  const [first, ...others] = ages
  if (!first) return undefined
  const age = others.reduce((sum, place) => {
    const both = addAges(sum, ageOf(place))
    if (!both && !isSameAge(sum, ageOf(place))) leaveOut(place, otherAge)
    return both ?? sum
  }, ageOf(first))
  try {
    const birthDate = birthDateFor(age, nowMs)
    const { species, intakeDate, isGone } = valuesOf(found)
    const [issue] = rangeIssues({ species, intakeDate, isGone, birthDate }, nowMs)
    if (!issue) return birthDate
    throw new Unreadable(issue.message)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    for (const place of ages.filter((one) => found.has(one))) leaveOut(place, error.message)
    return undefined
  }
}

/** Memoizes the units in the names of columns, which each row has. */
const unitsInNames = () => {
  const known = new Map<string, Partial<Circumstances>>()
  return (name: string): Partial<Circumstances> => {
    const before = known.get(name)
    if (before) return before
    const [weightUnit, ageUnit] = [weightUnitIn(name), ageUnitIn(name)]
    const units = { ...(weightUnit && { weightUnit }), ...(ageUnit && { ageUnit }) }
    if (known.size < MAX_NAMES) known.set(name, units)
    return units
  }
}
const MAX_NAMES = 3_000

/** A format may override rules of the formats that it includes: the first one wins. */
const eachOnce = (rules: readonly Rule[]): Rule[] => {
  const known = new Set<string>()
  return rules.filter(({ from, to }) => {
    const rule = `${from} ${to}`
    const isNew = !known.has(rule)
    known.add(rule)
    return isNew
  })
}

const stripped = (circumstances: Circumstances): Circumstances =>
  // Unset options keep their defaults.
  Object.fromEntries(Object.entries(circumstances).filter(([, value]) => value !== undefined)) as Circumstances

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

export const noteOf = (field: string, message: string, value: unknown, code = 'not_imported'): Note => ({
  field,
  code,
  message,
  value: shown(value).slice(0, MAX_VALUE),
})

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner))
  } catch {
    return ''
  }
}

/** Whether people would not recognise the value at once. */
const isConverted = (to: Place, before: unknown, after: unknown): boolean => {
  if (to === 'description') return (after as { isConverted: boolean }).isConverted
  if (to === 'name') return before !== after
  if (to === 'breed' || to === 'breeds.primary' || to === 'breeds.secondary') {
    const { primary = '' } = after as ReadBreed
    return !String(before).replaceAll(/\s+/g, ' ').includes(primary)
  }
  return to === 'videos' && !isDeepStrictEqual(before, after) && typeof before === 'object'
}

/** The animal, without notes and unmapped fields. */
const animalOf = (
  found: ReadonlyMap<Place, unknown>,
  format: AnimalFormat,
  estimate: string | undefined,
): Omit<ForeignAnimal, 'lostId' | 'idField' | 'notes' | 'noPlace' | 'converted'> => {
  // Each target has the value that its reader returns.
  const get = <Value>(place: Place): Value | undefined => found.get(place) as Value | undefined
  const death = get<ReadDeath>('deceasedDate')
  const given = get<ReadStatus>('status')
  const status = death && given?.departed === undefined ? departedAs('Died') : given
  const sex = get<ReadSex>('sex')
  const description = get<{ text: string; isConverted: boolean }>('description')
  const born = get<string>('birthDate')
  const exact = get<boolean>('birthDateExact') ?? get<boolean>('birthDateEstimated')
  const says = get<boolean>('published')
  const intakeDate = get<string>('intakeDate')
  const days = [...(get<string[]>('outcomeDate') ?? []), intakeDate, death?.day].filter((day) => day !== undefined)
  return {
    name: get('name'),
    externalId: get('externalId'),
    category: get('category'),
    status: status?.status,
    departed: status?.departed,
    isOffered: says ?? status?.isOffered ?? format.isOfferedAnyway ?? false,
    publishedAt: get('publishedAt'),
    isBirthDateEstimated: born === undefined && estimate !== undefined,
    photos: [...new Set(get<string[]>('photos') ?? [])],
    bondedWith: get('bondedWith') ?? [],
    isBare: [...found.keys()].every((place) => identity.has(place)),
    latestDay: days.toSorted().at(-1),
    profile: known({
      species: get('species'),
      breeds: breedsOf(found),
      birthDate: born ?? estimate,
      birthDateExact: born === undefined ? (estimate === undefined ? undefined : false) : exact,
      sex: sex?.sex,
      size: get('size'),
      weightGrams: get('weight'),
      coat: get('coat'),
      colors: get('colors'),
      description: description?.text,
      tags: get('tags'),
      houseTrained: get('houseTrained'),
      spayedNeutered: get<boolean>('spayedNeutered') ?? sex?.spayedNeutered,
      vaccinated: get('vaccinated'),
      declawed: get('declawed'),
      specialNeeds: get('specialNeeds'),
      goodWith: known({
        children: get('goodWith.children'),
        dogs: get('goodWith.dogs'),
        cats: get('goodWith.cats'),
      }),
      fee: get('fee'),
      videos: get('videos'),
      externalId: get('externalId'),
      microchip: get('microchip'),
      intakeDate,
    }),
  }
}

/** No breed is dropped: of more than two, all but the last share the first place. */
const breedsOf = (found: ReadonlyMap<Place, unknown>) => {
  const of = (place: Place) => found.get(place) as ReadBreed | undefined
  const [whole, first, second] = [of('breed'), of('breeds.primary'), of('breeds.secondary')]
  const named = distinctBreeds(first?.primary === undefined ? [whole, second] : [first, second])
  // A column of the whole breed repeats the others, and may know a second one.
  if (named.length === 1 && whole?.secondary !== undefined) named.push(whole.secondary)
  const [primary, secondary, ...more] = distinctBreeds(named.map((name) => ({ primary: name })))
  const isCalledMix = [whole, first, second].some((breed) => breed?.mixed)
  return known({
    primary: more.length === 0 ? primary : named.slice(0, -1).join(' / '),
    secondary: more.at(-1) ?? secondary,
    mixed:
      (found.get('breeds.mixed') as boolean | undefined) ??
      (found.get('purebred') as boolean | undefined) ??
      (isCalledMix || undefined),
  })
}

/** Removes unknown values; an object without any is unknown too. */
const known = <Fields extends Record<string, unknown>>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0) && !isEmptyObject(value),
    ),
  ) as Fields

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

/** Converts an object whose keys are 0, 1, 2 and so on, which some programs write for a list. */
export const listOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const keys = Object.keys(value)
  const isList = keys.length > 0 && keys.every((key, at) => key === String(at))
  return isList ? Object.values(value) : value
}

const MAX_FIELDS = 3_000
const MAX_NESTING = 6

/** The fields of an object by path: `contact.address.city`. Arrays are not flattened. */
export const flattened = (item: Record<string, unknown>): Map<string, unknown> => {
  const fields = new Map<string, unknown>()
  const add = (given: unknown, path: string, depth: number): void => {
    const value = path === '' ? given : listOf(given)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject || depth >= MAX_NESTING) {
      if (fields.size < MAX_FIELDS) fields.set(path, value)
      return
    }
    for (const [name, inner] of Object.entries(value)) {
      add(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    }
  }
  add(item, '', 0)
  return fields
}
