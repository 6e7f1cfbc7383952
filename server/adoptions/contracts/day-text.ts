import { recentlyUsed } from '../../platform/recently-used.ts'

/** How the reader writes days and money, and in which language. */
export type Writing = { locale: string; timeZone: string }

/** One takes tens of kilobytes, which are not given back at once, and readers choose what is asked for. */
const formats = recentlyUsed<Intl.DateTimeFormat>(200)

/** Throws a RangeError for a language or a time zone that nobody knows. */
export const dayFormat = ({ locale, timeZone }: Writing): Intl.DateTimeFormat => {
  const name = `${locale} ${timeZone}`
  const format =
    formats.get(name) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  formats.set(name, format)
  return format
}

export const dayText = (ms: number, writing: Writing): string => dayFormat(writing).format(ms)
