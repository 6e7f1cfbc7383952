import { withFirstOfMonth } from '../../animals/profiles/labels.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import type { Writing } from './writing.ts'

/** `31 December 2026`: the day in the time zone at that moment. */
export const dayText = (ms: number, { locale, timeZone }: Writing): string =>
  withFirstOfMonth(
    formatIn(locale).format(timeZone === 'UTC' ? ms : dayIn(timeZone, ms)),
    new Intl.Locale(locale).language,
  )

/** Formats are slow to create, and V8 uses tens of kilobytes for each locale. */
const formats = recentlyUsed<Intl.DateTimeFormat>(200)

/**
 * Always in UTC, as a format for each pair of locale and time zone would be hundreds of times as
 * many.
 */
const formatIn = (locale: string): Intl.DateTimeFormat => {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(locale, format)
  return format
}

/** The start in UTC of the day in the time zone. */
const dayIn = (timeZone: string, ms: number): number => {
  const format = new Intl.DateTimeFormat('en', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  return Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day))
}
