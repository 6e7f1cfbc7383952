/** Languages of the public pages and of mail, in the order in which they are offered. */
export const languages = ['en', 'es', 'de', 'fr', 'it', 'nl', 'pt'] as const

export type Language = (typeof languages)[number]

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
}

/** True while nobody who speaks the language has read its texts. */
export const isMachineTranslated = (language: Language): boolean => language !== 'en' && language !== 'es'

/** The language of a tag, such as `de` for `de-CH`. Undefined if it is not one of ours. */
export const languageOf = (tag: string): Language | undefined => {
  const primary = tag.trim().toLowerCase().split('-', 1)[0]
  return languages.find((language) => language === primary)
}

/** The parameter of an address that chooses the language of its page. */
export const LANGUAGE_PARAMETER = 'lang'

/** An address of the public pages that chooses the language. */
export const inLanguage = (address: string, language: Language): string => {
  const [path = '', ...fragment] = address.split('#')
  const separator = path.includes('?') ? '&' : '?'
  const rest = fragment.length > 0 ? `#${fragment.join('#')}` : ''
  return `${path}${separator}${LANGUAGE_PARAMETER}=${language}${rest}`
}

const countries: Readonly<Record<Exclude<Language, 'en'>, string>> = {
  es: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE',
  de: 'AT DE LI',
  fr: 'FR MC',
  it: 'IT SM VA',
  nl: 'NL SR',
  pt: 'AO BR CV MZ PT',
}

/** The language of most people in a country (ISO 3166-1). English if they have several. */
export const languageOfCountry = (country: string | undefined): Language =>
  languages.find((language) => language !== 'en' && isIn(country, countries[language])) ?? 'en'

const isIn = (country: string | undefined, list: string): boolean =>
  country !== undefined && list.split(' ').includes(country)

/** At most this many ranges of a header are read. */
const maxRanges = 20

/**
 * The language that the header `Accept-Language` prefers (RFC 9110, section 12.5.4). English if it
 * names none of ours.
 */
export const preferredLanguage = (acceptLanguage: string | undefined): Language => findPreferred(acceptLanguage) ?? 'en'

/** The same; undefined if the header names none of ours. */
export const findPreferred = (acceptLanguage: string | undefined): Language | undefined => {
  const ranges = (acceptLanguage ?? '').split(',', maxRanges).map(parseRange)
  const best = ranges
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    // The sort is stable, so that of equals the first one wins.
    .sort((a, b) => b.quality - a.quality || Number(a.language === '*') - Number(b.language === '*'))
    .at(0)?.language
  return best === '*' ? undefined : best
}

/** A language, or any. */
type Range = { language: Language | '*' | undefined; quality: number }

const parseRange = (text: string): Range => {
  const [tag = '', ...parameters] = text.split(';')
  const weight = parameters.map((parameter) => parameter.trim()).find((p) => /^q=/i.test(p))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  const isValid = quality >= 0 && quality <= 1
  const language = tag.trim() === '*' ? '*' : languageOf(tag)
  return { language, quality: isValid ? quality : 0 }
}
