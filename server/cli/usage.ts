import { InvalidArgumentError } from 'commander'
import { parseInt64 } from '../platform/http/int64.ts'

/** A command line that was understood, but asks for what cannot be. */
export class UsageError extends Error {}

export const id = (text: string): bigint => {
  const value = parseInt64(text)
  if (value === undefined || value < 1n) throw new InvalidArgumentError('It must be an id.')
  return value
}

export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`)
  }

/** A date (`2027-01-31`, midnight UTC) or an RFC 3339 time, as milliseconds since the Unix epoch. */
export const time = (text: string): number => {
  const value = timeForm.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : NaN
  if (Number.isNaN(value)) throw new InvalidArgumentError('It must be a date, as 2027-01-31.')
  return value
}

const timeForm = /^\d{4}-\d{2}-\d{2}(?:T.+(?:Z|[+-]\d{2}:\d{2}))?$/

/** Whether the calendar has it: Date.parse takes the 31st of February for the 3rd of March. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

export const nonEmpty = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.')
  return text
}
