import { InvalidArgumentError } from 'commander'
import type { HttpError } from '../../platform/http/http-error.ts'
import { parseInt64 } from '../../platform/http/int64.ts'
import { isLine, isName } from '../../platform/http/name.ts'
import { parseTime, showTime } from '../../platform/time.ts'

/** The command line was understood, but asks for something impossible. */
export class UsageError extends Error {}

/** The command did only part of its work, and the exit code must say so. */
export class Failed extends Error {}

/** Rewrites validation issues of a service in terms of the command line: `perDay` is `--per-day`. */
export const usageError = ({ errors = [], message }: HttpError): UsageError => {
  const option = (field: string) => `--${field.replaceAll(/[A-Z]/g, (at) => `-${at.toLowerCase()}`)}`
  const faults = errors.map(({ field, message }) => `${option(field)} ${message}`)
  return new UsageError(faults.join('; ') || message)
}

export const id = (text: string): bigint => {
  const value = parseInt64(text)
  if (value === undefined || value < 1n) throw new InvalidArgumentError('It must be an id.')
  return value
}

/** A 64-bit integer, such as the id of a category. */
export const int64 = (text: string): bigint => {
  const value = parseInt64(text)
  if (value !== undefined) return value
  throw new InvalidArgumentError('It must be a 64-bit integer.')
}

export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }

/** A date (`2027-01-31`, midnight UTC) or an RFC 3339 time. */
export const time = (text: string): string => {
  const ms = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (ms === undefined) throw new InvalidArgumentError('It must be a date, for example 2027-01-31.')
  return showTime(ms)
}

export const name = (text: string): string => {
  if (isName(text)) return text
  throw new InvalidArgumentError(
    'It must have 1-255 characters, must not be blank and must not contain control characters.',
  )
}

/** One line of text; surrounding spaces are removed. */
export const line =
  (most: number) =>
  (text: string): string => {
    const trimmed = text.trim()
    if (isLine(trimmed, most)) return trimmed
    throw new InvalidArgumentError(
      `It must have 1-${most} characters, must not be blank and must not contain control characters.`,
    )
  }
