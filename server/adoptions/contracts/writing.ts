/** How the reader writes days and money, and in which language. Both names come from the closed sets below. */
export type Writing = { locale: string; timeZone: string }

/**
 * The locale to write in, one of the several hundred that Node.js has data for: `de-DE` for `de-DE-u-co-phonebk`, `de`
 * for `de-JP`. V8 never frees what it caches for each locale, so no other text may reach it. Undefined for a language
 * without data and for a text that is not a language tag.
 */
export const findLocale = (text: string): string | undefined => {
  const { language, script, region } = parseLocale(text) ?? {}
  const tag = [language, script, region].filter((part) => part !== undefined).join('-')
  if (language === undefined || Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) {
    return undefined
  }
  // Lists are the cheapest formats that resolve a locale: making one for every invented tag leaves nothing behind.
  return new Intl.ListFormat(tag).resolvedOptions().locale
}

const parseLocale = (text: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(text)
  } catch {
    return undefined
  }
}

/** The time zone's usual name: `Asia/Calcutta` for `Asia/Kolkata`. Undefined for a text that is no zone's name. */
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

/** Listed when the first document asks, as that takes longer than to load all of this. */
let timeZones: ReadonlySet<string> | undefined
