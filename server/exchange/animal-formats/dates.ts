import { DAY_MS } from '../../platform/durations.ts'
import { type DateOrder, type Read, textOf, Unreadable, wordOf, yesOrNo } from './animal-fields.ts'
import { anyOf, meaningsOf, wordsOf } from './words/word-tables.ts'

const FIRST_YEAR = 1_900

const months = meaningsOf((words) => words.months)
const monthNumbers = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`
/** Also as JavaScript writes it: `GMT+0200 (Central European Summer Time)`. */
const ZONE = String.raw`(?:z|utc|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?|gmt(?:[+-]\d{4}(?:\s\([a-z ,.'-]{1,50}\))?)?)?`
const TIME = String.raw`(?:(?:t|,?\s+)${CLOCK}\s?(?:[ap]\.?m\.?|uhr|h)?\s?${ZONE})?`
const WEEKDAY = String.raw`(?:(?:${anyOf(wordsOf(({ weekdays }) => weekdays))})(?:day)?[.,]?\s+)?`
const MONTH = String.raw`([a-z]{3,10})\.?`
const ORDINAL = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|ª|°)?`
/** Between a day, its month and its year: `5 de mayo de 2021`. */
const OF = String.raw`(?:(?:of|de|del|di|van)\s+)?`

const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`)
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`)
const MONTH_FIRST = new RegExp(
  String.raw`^${WEEKDAY}${MONTH}(?:\s*-\s*|\s+)${ORDINAL}(?:,\s*|\s*-\s*|\s+)(\d{4}|'?\d{2})${TIME}$`,
)
const DAY_FIRST = new RegExp(
  String.raw`^${WEEKDAY}${ORDINAL}(?:\.?\s+${OF}|\.|-|/)${MONTH}(?:,?\s+${OF}|-|/)(\d{4}|'?\d{2})${TIME}$`,
)
/** Also with a time: `20240517T093000Z`. */
const EIGHT_DIGITS = /^(\d{4})(\d{2})(\d{2})(?:[t ]?\d{4}(?:\d{2}(?:[.,]\d{1,9})?)?(?:z|[+-]\d{2}(?::?\d{2})?)?)?$/
/** Milliseconds since the Unix epoch, as JavaScript and ArcGIS write them. */
const MILLISECONDS = /^(?:\/date\((-?\d{1,13})(?:[+-]\d{4})?\)\/|(\d{13}))$/
/** Days since 30 December 1899, as spreadsheets store dates. */
const SERIAL = /^(\d{5})(?:\.\d{1,12})?$/
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30)

const notDate = 'must be a date such as 2024-05-17'
const ambiguous = 'is ambiguous: set --date-order mdy or dmy'

const MAX_TEXT = 100

/** A day, as `2024-05-17`; a time of day is ignored. */
export const readDate: Read = (value, { dateOrder, nowMs }) => {
  const text = wordOf(value)
  if (text === undefined || /^0000-00-00/.test(text)) return undefined
  if (text.length > MAX_TEXT) throw new Unreadable(notDate)
  return dayIn(text, { dateOrder, nowMs })
}

/** The death of an animal: its day, or only that it died. */
export type ReadDeath = { day?: string }

/** A day of death, or yes or no. */
export const readDeceased: Read = (value, circumstances): ReadDeath | undefined => {
  const isDead = unlessUnreadable(() => yesOrNo(value))
  if (isDead !== undefined) return isDead ? {} : undefined
  // It is dead on either of two days.
  const dateOrder = circumstances.dateOrder ?? 'mdy'
  // `readDate` returns a text.
  const day = readDate(value, { ...circumstances, dateOrder }) as string | undefined
  return day === undefined ? undefined : { day }
}

const unlessUnreadable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Days of which several columns have one. */
export const readDays: Read = (value, circumstances) => {
  const day = readDate(value, circumstances)
  return day === undefined ? undefined : [day]
}

type Reading = { dateOrder?: DateOrder | undefined; nowMs: number }

const dayIn = (text: string, { dateOrder, nowMs }: Reading): string => {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return dayOf(year, month, day)
  const numbers = YEAR_LAST.exec(text)
  if (numbers) return dayOfNumbers(numbers, { dateOrder, nowMs })
  const [, named, ofMonth, ofYear] = MONTH_FIRST.exec(text) ?? []
  if (named !== undefined) return dayOf(ofYear, monthOf(named), ofMonth, nowMs)
  const [, first, name, last] = DAY_FIRST.exec(text) ?? []
  if (name !== undefined) return dayOf(last, monthOf(name), first, nowMs)
  const [, wrapped, bare] = MILLISECONDS.exec(text) ?? []
  const ms = wrapped ?? bare
  if (ms !== undefined) return unixDay(Number(ms))
  const digits = EIGHT_DIGITS.exec(text)
  if (digits) return dayOf(digits[1], digits[2], digits[3])
  return serialDay(text, nowMs)
}

const dayOfNumbers = (
  [, first = '', separator, second = '', year]: RegExpExecArray,
  { dateOrder, nowMs }: Reading,
): string => {
  const isDayFirst = separator === '.' || dateOrder === 'dmy'
  if (isDayFirst && Number(second) <= 12) return dayOf(year, second, first, nowMs)
  if (separator === '.') throw new Unreadable('must be a date that exists')
  if (Number(first) > 12) return dayOf(year, second, first, nowMs)
  if (Number(second) > 12 || dateOrder === 'mdy') return dayOf(year, first, second, nowMs)
  // 5/5/2024 is one day either way.
  if (Number(first) === Number(second)) return dayOf(year, first, second, nowMs)
  throw new Unreadable(ambiguous)
}

const monthOf = (name: string): string => {
  const month = months.get(name)
  if (month === undefined) throw new Unreadable(notDate)
  return String(monthNumbers.indexOf(month) + 1)
}

const serialDay = (text: string, nowMs: number): string => {
  const [, days] = SERIAL.exec(text) ?? []
  if (days === undefined) throw new Unreadable(notDate)
  const ms = SERIAL_ZERO_MS + Number(days) * DAY_MS
  // Other numbers are not dates, such as postcodes.
  if (ms < Date.UTC(1985, 0, 1) || ms > nowMs + 366 * DAY_MS) throw new Unreadable(notDate)
  return new Date(ms).toISOString().slice(0, 10)
}

/** Seconds, or milliseconds, since the Unix epoch; for formats that have them. */
export const readUnixDay: Read = (value, circumstances) => {
  const text = textOf(value)
  if (text === undefined || text === '0') return undefined
  if (!/^-?\d{6,13}$/.test(text)) return readDate(value, circumstances)
  const number = Number(text)
  return unixDay(Math.abs(number) > 100_000_000_000 ? number : number * 1_000)
}

const unixDay = (ms: number): string => {
  const day = new Date(ms)
  if (day.getUTCFullYear() < FIRST_YEAR) throw new Unreadable('must not be before 1900')
  return day.toISOString().slice(0, 10)
}

/** A two-digit year is in the past. */
const wholeYear = (year: string, rest: string, nowMs: number | undefined): string => {
  const digits = year.replace("'", '')
  if (digits.length === 4) return digits
  if (nowMs === undefined) throw new Unreadable(notDate)
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const recent = `${today.slice(0, 2)}${digits}`
  return `${recent}-${rest}` <= today ? recent : `${Number(today.slice(0, 2)) - 1}${digits}`
}

const dayOf = (year = '', month = '', day = '', nowMs?: number): string => {
  const rest = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const text = `${wholeYear(year, rest, nowMs)}-${rest}`
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text)) {
    throw new Unreadable('must be a date that exists')
  }
  if (Number(text.slice(0, 4)) < FIRST_YEAR) throw new Unreadable('must not be before 1900')
  return text
}
