import { type AgeBand, monthsBefore } from '../../animals/profiles/age.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { AMOUNT, type DecimalMark, readAmount } from './amounts.ts'
import { type Read, Unreadable, wordOf } from './animal-fields.ts'
import { withoutFillers } from './measures.ts'
import { typicalBirthDate } from './petfinder-words.ts'
import { type AgeUnit, ageUnits } from './words/file-words.ts'
import { foldWord } from './words/fold-word.ts'
import { anyOf, inflectedMeaningsOf, meaningsOf, wordsOf } from './words/word-tables.ts'

const bandWords = inflectedMeaningsOf<AgeBand>((words) => words.ages)
/**
 * How many of a smaller unit may follow a larger one: `2 years / 24 months` states one age twice.
 */
const most: Record<AgeUnit, Partial<Record<AgeUnit, number>>> = {
  year: { month: 12, week: 53, day: 366 },
  month: { week: 5, day: 32 },
  week: { day: 7 },
  day: {},
}
const units = meaningsOf<AgeUnit>((words) => words.ageUnits)
const UNIT = String.raw`(${anyOf(units.keys())})\.?`
const numberWords = meaningsOf((words) => words.numbers)
const PART = new RegExp(String.raw`^(${AMOUNT})\s?-?${UNIT}(?![a-z])`)
const BETWEEN = new RegExp(String.raw`^(?:\s*(?:[,/&+]|(?:${anyOf(wordsOf(({ and }) => and))})\b)\s*|\s+|(?=\d))`)
const withDigits = (text: string): string =>
  text
    .split(/([ -])/)
    .map((part) => numberWords.get(part) ?? part)
    .join('')
const AND_A_HALF = new RegExp(
  String.raw`(?<!\d)(\d{1,3})((?:\s?-?${UNIT})?)\s(?:${anyOf(wordsOf(({ andAHalf }) => andAHalf).map(withDigits))})(?![a-z])`,
)
const OLD = new RegExp(String.raw`(?<![\s-])[\s-]+(?:${anyOf(wordsOf(({ old }) => old))})$`)
/** A word for a unit in the name of a column; shorter ones have other meanings too. */
const MIN_UNIT = 3

const notAge = 'must be one age such as 2 years 3 months'
const unknownAges = new Set(['no age', 'age unknown', 'unknown age', 'no dob'])

/** An age as a file states it: a word such as `Senior`, or an amount of each unit. */
export type ReadAge = { band: AgeBand } | { parts: Parts }

/** The unit in the name of a column, such as `Age (months)`, if there is one. */
export const ageUnitIn = (name: string): AgeUnit | undefined => {
  const words = foldWord(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).split(/[^a-z]+/)
  const found = new Set(words.flatMap((word) => (word.length < MIN_UNIT ? [] : (units.get(word) ?? []))))
  return found.size === 1 ? [...found][0] : undefined
}

/** `Senior`, `2 years 3 months`, or a number if the name of the column has its unit. */
export const readAge: Read = (value, circumstances): ReadAge | undefined => {
  const word = wordOf(value)
  if (word === undefined || unknownAges.has(word)) return undefined
  const band = bandWords.get(word)
  if (band) return { band }
  const { ageUnit } = circumstances
  const count = ageUnit && readAmount(withoutFillers(word), circumstances.decimalMark)
  if (ageUnit && count !== undefined) return { parts: new Map([[ageUnit, count]]) }
  return { parts: partsOf(plainAge(word), circumstances.decimalMark) }
}

/** The day of birth for an age today, which is an estimate. */
export const birthDateFor = (age: ReadAge, nowMs: number): string =>
  'band' in age ? typicalBirthDate(age.band, nowMs) : bornBefore(age.parts, nowMs)

/**
 * One age of two columns: years and months add up, and a number is more exact than a word.
 * Undefined if they do not belong together.
 */
export const addAges = (one: ReadAge, other: ReadAge): ReadAge | undefined => {
  if ('band' in one) return other
  if ('band' in other) return one
  const parts: Parts = new Map()
  for (const unit of ageUnits) {
    const [amount, ...more] = [one, other].flatMap((age) => age.parts.get(unit) ?? [])
    if (amount === undefined) continue
    if (more.length > 0 || !canFollow(parts, unit, amount)) return undefined
    parts.set(unit, amount)
  }
  return { parts }
}

/** Whether two ages may be the same one, such as `2 years` and `26 months`. A word such as `Senior` is vague. */
export const isSameAge = (one: ReadAge, other: ReadAge): boolean => {
  if ('band' in one || 'band' in other) return true
  const [first, second] = [daysOf(one.parts), daysOf(other.parts)]
  return Math.abs(first.days - second.days) < Math.max(first.precision, second.precision)
}

const unitDays: Record<AgeUnit, number> = { year: 365.25, month: 30.44, week: 7, day: 1 }

const daysOf = (parts: Parts): { days: number; precision: number } => {
  const amounts = [...parts]
  const days = amounts.reduce((sum, [unit, amount]) => sum + unitDays[unit] * amount, 0)
  const [smallest = 'day'] = amounts.at(-1) ?? []
  return { days, precision: unitDays[smallest] }
}

/** Numbers as digits, without "old" and similar words. */
const plainAge = (word: string): string =>
  withDigits(withoutFillers(word))
    .replace(/^(?:an?)\s(?=(?:year|month|week|day)\b)/, '1 ')
    .replaceAll(/\by\.\s?o\.?(?=\s|$)/g, 'yo')
    .replace(OLD, '')
    .replace(AND_A_HALF, '$1.5$2')
    .trim()

type Parts = Map<AgeUnit, number>

/**
 * The units from the largest to the smallest, without repetition; only the last may have a
 * fraction.
 */
const partsOf = (text: string, mark: DecimalMark | undefined): Parts => {
  const parts: Parts = new Map()
  let rest = text
  while (rest !== '') {
    const [whole, amount = '', unit = ''] = PART.exec(rest) ?? []
    const number = readAmount(amount, mark)
    const known = units.get(unit)
    if (whole === undefined || number === undefined || !known) throw new Unreadable(notAge)
    if (!canFollow(parts, known, number)) throw new Unreadable(notAge)
    parts.set(known, number)
    rest = rest.slice(whole.length)
    if (rest === '') break
    const between = BETWEEN.exec(rest)
    if (!between || between[0].length === rest.length) throw new Unreadable(notAge)
    rest = rest.slice(between[0].length)
  }
  return parts
}

/** Whether so much of a unit may follow larger ones: only the last has a fraction. */
const canFollow = (parts: Parts, unit: AgeUnit, amount: number): boolean => {
  const [last] = [...parts.keys()].slice(-1)
  const isWhole = [...parts.values()].every((earlier) => Number.isInteger(earlier))
  return isWhole && (!last || amount < (most[last][unit] ?? 0))
}

const aged =
  (ageUnit: 'year' | 'month'): Read =>
  (value, circumstances) =>
    readAge(value, { ...circumstances, ageUnit })

export const readAgeInMonths = aged('month')
export const readAgeInYears = aged('year')

const MAX_YEARS = 200
const DAYS_A_MONTH = 30

/** The day so many calendar months ago, minus so many days. */
const bornBefore = (parts: Parts, nowMs: number): string => {
  const of = (unit: AgeUnit): number => parts.get(unit) ?? 0
  if (parts.size === 0) throw new Unreadable(notAge)
  if (of('year') === 0 && parts.has('year') && parts.size === 1) {
    throw new Unreadable('is less than a year, which is not an age: give the number of months')
  }
  const all = of('year') * 12 + of('month')
  // 1.1 years are 13.2 months; the rest of a month is counted in days.
  const months = Math.floor(all + 1e-9)
  const days = of('week') * 7 + of('day') + Math.max(0, all - months) * DAYS_A_MONTH
  if (all > MAX_YEARS * 12 || days > MAX_YEARS * 366) {
    throw new Unreadable('is older than any animal')
  }
  const day = monthsBefore(nowMs, months)
  return new Date(day - Math.round(days) * DAY_MS).toISOString().slice(0, 10)
}
