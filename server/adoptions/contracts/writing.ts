import { timeZoneIn } from '../../platform/country.ts'

/**
 * The language for days and money, and the time zone. Both are normalized names from the closed
 * sets below.
 */
export type Writing = { locale: string; timeZone: string }

/**
 * The locale to use, one of the several hundred with data in Node.js: `de-DE` for
 * `de-DE-u-co-phonebk`, `de` for `de-JP`. V8 never frees what it caches for each locale, so user
 * input must not reach it directly. Undefined for a language without data and for an invalid tag.
 */
export const findLocale = (text: string): string | undefined => {
  const { language, script, region } = parseLocale(text) ?? {}
  const tag = [language, script, region].filter((part) => part !== undefined).join('-')
  if (language === undefined || Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) {
    return undefined
  }
  // List formats are the cheapest way to resolve a locale: they leave nothing in the cache for an
  // invented tag.
  return new Intl.ListFormat(tag).resolvedOptions().locale
}

/** The language and time zone of a country, for a document whose reader has chosen none. */
export const writingIn = (country: string | undefined): Writing => {
  if (country === undefined) return defaultWriting
  const known = writings.get(country)
  if (known) return known
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const writing = {
    locale: findLocale(`${language}-${country}`) ?? 'en',
    timeZone: timeZoneIn(country),
  }
  writings.set(country, writing)
  return writing
}

const defaultWriting: Writing = { locale: 'en', timeZone: 'UTC' }
/** By country: at most a few hundred. */
const writings = new Map<string, Writing>()

const parseLocale = (text: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}
