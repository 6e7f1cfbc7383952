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

declare global {
  namespace Intl {
    interface Locale {
      /** Not yet among TypeScript's own declarations. */
      getTimeZones?: () => string[] | undefined
    }
  }
}

/** The language and time zone of a country, for a document whose reader has chosen none. */
export const writingIn = (country: string | undefined): Writing => {
  if (country === undefined) return defaultWriting
  const known = writings.get(country)
  if (known) return known
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const writing = {
    locale: findLocale(`${language}-${country}`) ?? 'en',
    timeZone: commonZone(new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []),
  }
  writings.set(country, writing)
  return writing
}

const defaultWriting: Writing = { locale: 'en', timeZone: 'UTC' }
/** By country: at most a few hundred. */
const writings = new Map<string, Writing>()

/** One of the zones with the same time as most others. */
const commonZone = (zones: readonly string[]): string => {
  const groups = Map.groupBy(zones, (timeZone) =>
    seasons.map((day) => offsetIn(timeZone, day)).join(),
  )
  const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length)
  return findTimeZone(most[0] ?? 'UTC') ?? 'UTC'
}

/** Both halves of a year, as of summer time. */
const seasons = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

const offsetIn = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const parseLocale = (text: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}

/** The canonical name: `Asia/Calcutta` for `Asia/Kolkata`. Undefined for an unknown name. */
export const findTimeZone = (text: string): string | undefined => {
  timeZones ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  if (timeZones.has(text)) return text
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return timeZones.has(timeZone) ? timeZone : undefined
  } catch {
    return undefined
  }
}

/** Created on first use, as it takes longer than loading all of this module. */
let timeZones: ReadonlySet<string> | undefined
