import { type Circumstances, dateOrders, Unreadable } from '../animal-formats/animal-fields.ts'
import { type Place, places } from '../animal-formats/animal-format.ts'
import { plainName } from '../animal-formats/foreign-animal.ts'
import { placesFor } from './usual-columns.ts'

/** A column with its values in the first rows, of which some may be empty. */
type ColumnValues = { name: string; values: readonly unknown[] }

export type ColumnGuess = {
  /** The field that its name suggests and its values confirm. */
  field?: Place
  /** Whether it may have the ids of the animals, if no column is known to. */
  looksLikeId?: true
}

/** Several columns may map to these fields. */
const several: ReadonlySet<Place> = new Set([
  ...(['colors', 'tags', 'videos', 'photos', 'bondedWith', 'outcomeDate'] as const),
])

/** Guesses the field of each column. */
export const guessColumns = (columns: readonly ColumnValues[], nowMs: number): ColumnGuess[] => {
  const candidates = columns.flatMap(({ name, values }, at) => {
    const different = differentValues(values)
    const isEmpty = different.length === 0
    const guess = placesFor(name).find(
      ({ place }) => isEmpty || isSure(name, place) || confirms(place, different, nowMs),
    )
    return guess === undefined ? [] : [{ at, ...guess, isEmpty }]
  })
  const chosen = new Map<number, Place>()
  const used = new Set<Place>()
  // Columns with values first, and then the clearest name.
  for (const { at, place } of candidates.toSorted(
    (one, other) => Number(one.isEmpty) - Number(other.isEmpty) || compare(one.clarity, other.clarity),
  )) {
    if (used.has(place) && !several.has(place)) continue
    used.add(place)
    chosen.set(at, place)
  }
  return columns.map((column, at) => {
    const field = chosen.get(at)
    if (field !== undefined) return { field }
    return !used.has('externalId') && looksLikeId(column) ? { looksLikeId: true } : {}
  })
}

const compare = (one: number, other: number): number => (one === other ? 0 : one - other)

/** More do not make a guess better. */
const MAX_VALUES = 50

const differentValues = (values: readonly unknown[]): unknown[] => {
  const byText = new Map(values.filter((value) => !isBlank(value)).map((value) => [textOf(value), value]))
  return [...byText.values()].slice(0, MAX_VALUES)
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value).trim())

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '')

/**
 * A column called Status is one even if its words are unknown: without it, all animals would be available. Unknown
 * words are reported, and their animals are drafts.
 */
const isSure = (name: string, place: Place): boolean =>
  place === 'status' && ['status', 'currentstatus'].includes(plainName(name))

/** Whether at least half of the values can be that field's. */
const confirms = (place: Place, values: readonly unknown[], nowMs: number): boolean => {
  const readable = values.map((value) => isReadable(place, value, nowMs))
  const yes = readable.filter((one) => one === true).length
  const no = readable.filter((one) => one === false).length
  if (place === 'name' && values.every((value) => isReadable('species', value, nowMs))) return false
  // Among its unknown words one may mean that an animal has died.
  const isStatus = (value: unknown, at: number) => readable[at] === true && textOf(value).length > 2
  if (place === 'status' && values.some(isStatus)) return true
  return yes > 0 ? yes >= no : no === 0
}

/** Undefined if the value means that nothing is known. */
const isReadable = (place: Place, value: unknown, nowMs: number): boolean | undefined => {
  const text = textOf(value)
  if (place === 'externalId') return /\d/.test(text) || !/\s/.test(text)
  if (place === 'name' && (looksNumbered(text) || !/\p{L}/u.test(text))) return false
  // Any text is one, and reading it takes longer than the guess is worth.
  if (place === 'description') return true
  // A category is any text, so a column of species has to prove that it is one.
  const read = places[place === 'category' ? 'species' : place]
  const outcomes = dateOrders.map((dateOrder) => outcomeOf(() => read(value, { ...usual, nowMs, dateOrder })))
  if (outcomes.includes('read')) return true
  return outcomes.includes('unreadable') ? false : undefined
}

/** What a file may leave to the options does not make a value unreadable. */
const usual: Omit<Circumstances, 'nowMs' | 'dateOrder'> = { currency: 'USD', weightUnit: 'kg' }

const outcomeOf = (read: () => unknown): 'read' | 'unknown' | 'unreadable' => {
  try {
    const value = read()
    return value === undefined || (Array.isArray(value) && value.length === 0) ? 'unknown' : 'read'
  } catch (error) {
    if (error instanceof Unreadable) return 'unreadable'
    throw error
  }
}

/** `A0055123`, `T1`, `2026-101` */
const looksNumbered = (text: string): boolean => /^[\p{L}#]{0,8}[-_/. ]?\d[\dA-Za-z_/-]{0,30}$/u.test(text)

const ID_NAME =
  /(?:^|[^a-z])(?:id|no|nr|num|number|numero|n[úu]mero|nummer|ref|reference|code|tag|key|arn)[^a-z]*$|#|[a-z]I[Dd]$|n[º°]/i
/** Numbers that belong to something else than the animal. */
const OTHER_ID = /chip|phone|tel|zip|post|licen[sc]e|kennel|cage|rabies|account|owner|person/i

/** Whether its values are unique and numbered, or its name says that they are ids. */
const looksLikeId = ({ name, values }: ColumnValues): boolean => {
  const filled = values.filter((value) => !isBlank(value)).map((value) => String(value).trim())
  if (filled.length < Math.max(1, 0.9 * values.length) || OTHER_ID.test(name)) return false
  const numbered = filled.filter((text) => looksNumbered(text) && !/^\d{15}$/.test(text))
  if (numbered.length < filled.length) return false
  const isUnique = filled.length > 1 && new Set(filled).size === filled.length
  return ID_NAME.test(name) || (isUnique && !filled.every(isAmountOrDate))
}

const isAmountOrDate = (text: string): boolean =>
  /^\d{1,3}(?:[.,]\d+)?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{1,4} ?(?:kg|g|lbs?|oz|years?|months?|weeks?|[ymwd])\b/i.test(
    text,
  )
