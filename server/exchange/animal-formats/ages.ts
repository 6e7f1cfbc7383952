import { type AgeBand, ageBands, monthsBefore } from '../../animals/profiles/age.ts'
import { AMOUNT, type DecimalMark, readAmount } from './amounts.ts'
import { type Read, Unreadable, wordOf, wordTable } from './animal-fields.ts'
import { withoutFillers } from './measures.ts'
import { typicalBirthDate } from './petfinder-words.ts'

const bandWords = wordTable<AgeBand>({
  ...{ puppy: 'baby', kitten: 'baby', infant: 'baby', newborn: 'baby', juvenile: 'young' },
  ...{ 'young adult': 'young', adolescent: 'young', mature: 'adult', geriatric: 'senior' },
  ...{ 'adult dog': 'adult', 'adult cat': 'adult', 'senior dog': 'senior', 'senior cat': 'senior' },
  ...{ 'baby animal': 'baby', old: 'senior', elderly: 'senior' },
})

type Unit = 'year' | 'month' | 'week' | 'day'
/**
 * How many of a smaller unit may follow a larger one: `2 years / 24 months` states one age twice.
 */
const most: Record<Unit, Partial<Record<Unit, number>>> = {
  year: { month: 12, week: 53, day: 366 },
  month: { week: 5, day: 32 },
  week: { day: 7 },
  day: {},
}
const UNIT = String.raw`(years?|yrs?|y\/?o|y|months?|mths?|mos?|m|weeks?|wks?|w|days?|d)\.?`
const units: Readonly<Record<string, Unit>> = { y: 'year', m: 'month', w: 'week', d: 'day' }
const numberWords = new Map(
  [
    ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
    ...['eleven', 'twelve'],
  ].map((word, at) => [word, String(at)]),
)
const PART = new RegExp(String.raw`^(${AMOUNT})\s?-?${UNIT}(?![a-z])`)
const BETWEEN = /^(?:\s*(?:[,/&+]|and\b)\s*|\s+|(?=\d))/

const notAge = 'must be one age such as 2 years 3 months'
const unknownAges = new Set(['no age', 'age unknown', 'unknown age', 'no dob'])

/** The birth date for an age: a word (`Senior`), or `2 years 3 months`. It is an estimate. */
export const readAge: Read = (value, { nowMs, decimalMark }) => {
  const word = wordOf(value)
  if (word === undefined || unknownAges.has(word)) return undefined
  const band = ageBands.find((name) => name === word) ?? bandWords.get(word)
  if (band) return typicalBirthDate(band, nowMs)
  return bornBefore(partsOf(plainAge(word), decimalMark), nowMs)
}

/** Numbers as digits, without "old" and similar words. */
const plainAge = (word: string): string =>
  withoutFillers(word)
    .split(/([ -])/)
    .map((part) => numberWords.get(part) ?? part)
    .join('')
    .replace(/^(?:an?)\s(?=(?:year|month|week|day)\b)/, '1 ')
    .replaceAll(/\by\.\s?o\.?(?=\s|$)/g, 'yo')
    .replace(/(?<![\s-])[\s-]+(?:old|of age)$/, '')
    .trim()

type Parts = Map<Unit, number>

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
    const known = units[unit.charAt(0)]
    if (whole === undefined || number === undefined || !known) throw new Unreadable(notAge)
    const [last] = [...parts.keys()].slice(-1)
    const isPart = !last || number < (most[last][known] ?? 0)
    if (!isPart || [...parts.values()].some((earlier) => !Number.isInteger(earlier))) {
      throw new Unreadable(notAge)
    }
    parts.set(known, number)
    rest = rest.slice(whole.length)
    if (rest === '') break
    const between = BETWEEN.exec(rest)
    if (!between || between[0].length === rest.length) throw new Unreadable(notAge)
    rest = rest.slice(between[0].length)
  }
  return parts
}

const aged =
  (unit: 'year' | 'month'): Read =>
  (value, circumstances) => {
    const word = wordOf(value)
    if (word === undefined) return undefined
    const count = readAmount(withoutFillers(word), circumstances.decimalMark)
    if (count === undefined) return readAge(value, circumstances)
    return bornBefore(new Map([[unit, count]]), circumstances.nowMs)
  }

export const readAgeInMonths = aged('month')
export const readAgeInYears = aged('year')

const MAX_YEARS = 200
const DAY_MS = 86_400_000
const DAYS_A_MONTH = 30

/** The day so many calendar months ago, minus so many days. */
const bornBefore = (parts: Parts, nowMs: number): string => {
  const of = (unit: Unit): number => parts.get(unit) ?? 0
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
