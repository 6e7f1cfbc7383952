import { DAY_MS, HOUR_MS } from './durations.ts'
import { formatDuration } from './error-messages.ts'

// Everything is in the user's language and time zone.

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const dayCount = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'day',
  unitDisplay: 'long',
})

const monthOfYear = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })
const yearName = new Intl.DateTimeFormat(undefined, { year: 'numeric', timeZone: 'UTC' })

const WEEK_DAYS = 7

/** A timestamp of the API: `21 Nov 2026, 14:05`. */
export const formatTime = (time: string): string => dateTime.format(new Date(time))

/** Its day: `21 Nov 2026`. A date without a time is the same day everywhere. */
export const formatDay = (time: string): string =>
  dayOfYear.format(new Date(/^\d{4}-\d{2}-\d{2}$/.test(time) ? `${time}T00:00:00` : time))

/** A month of the API, `2026-11`: `November 2026`. */
export const formatMonth = (month: string): string => monthOfYear.format(new Date(month))

/** `Nov` */
export const formatMonthShort = (month: string): string => monthName.format(new Date(month))

/** Its year: `2026`. */
export const formatYear = (month: string): string => yearName.format(new Date(month))

/** `43 days` */
export const formatDays = (days: number): string => dayCount.format(days)

/** `5 minutes ago`, `yesterday`, `in 3 days`; the date after a week. */
export const formatRelative = (time: string, nowMs: number): string => {
  const ms = Date.parse(time) - nowMs
  const days = daysBetween(nowMs, Date.parse(time))
  if (Math.abs(days) >= WEEK_DAYS) return formatDay(time)
  if (days !== 0 && Math.abs(ms) > HOUR_MS) return relative.format(days, 'day')
  if (Math.abs(ms) >= HOUR_MS) return relative.format(Math.trunc(ms / HOUR_MS), 'hour')
  return relative.format(Math.trunc(ms / 60_000), 'minute')
}

/** The number of midnights between two times. */
const daysBetween = (fromMs: number, toMs: number): number => {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0)
  return Math.round((midnight(toMs) - midnight(fromMs)) / DAY_MS)
}

/** `in 4 min 10 s`, `now`. */
export const formatUntil = (time: string, nowMs: number): string => {
  const seconds = (Date.parse(time) - nowMs) / 1_000
  return seconds <= 0 ? 'now' : `in ${formatDuration(seconds)}`
}
