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
