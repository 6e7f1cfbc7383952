import { parseQuery } from '../../platform/http/query.ts'
import {
  inLanguage,
  isMachineTranslated,
  LANGUAGE_PARAMETER,
  type Language,
  languageOf,
  languages,
  preferredLanguage,
} from '../../platform/language.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import type { SiteTexts } from './texts/english.ts'

/** The language of a page, and how its links keep it. */
export type PageLanguage = {
  language: Language
  texts: SiteTexts
  /** Whether the visitor chose it by a link, so that the links of the page keep it. */
  isChosen: boolean
  isMachineTranslated: boolean
  /** An address of the site, with the language if it was chosen. */
  link: (address: string) => string
}

/** Each catalogue is loaded for the first page in its language. */
const catalogues: Readonly<Record<Language, () => Promise<SiteTexts>>> = {
  en: async () => (await import('./texts/english.ts')).english,
  es: async () => (await import('./texts/spanish.ts')).spanish,
  de: async () => (await import('./texts/german.ts')).german,
  fr: async () => (await import('./texts/french.ts')).french,
  it: async () => (await import('./texts/italian.ts')).italian,
  nl: async () => (await import('./texts/dutch.ts')).dutch,
  pt: async () => (await import('./texts/portuguese.ts')).portuguese,
}

/** The language of a visitor, without its texts. */
export type LanguageChoice = Pick<PageLanguage, 'language' | 'isChosen'>

type Asked = {
  headers: { 'accept-language'?: string | undefined }
  /** The query, without the question mark. */
  query: unknown
}

const MAX_HEADERS = 1_000
const MAX_HEADER_LENGTH = 100

/** Chooses the language of a page: that of its address, or else the one that the browser prefers. */
export const languageChooser = () => {
  // Browsers send few different headers, and each is parsed once. Longer ones are not remembered.
  const known = recentlyUsed<LanguageChoice>(MAX_HEADERS)
  return ({ headers: { 'accept-language': header = '' }, query }: Asked): LanguageChoice => {
    const chosen = chosenLanguage(String(query ?? ''))
    if (chosen) return choices[chosen]
    const found = known.get(header)
    if (found) return found
    const choice = { language: preferredLanguage(header), isChosen: false }
    if (header.length <= MAX_HEADER_LENGTH) known.set(header, choice)
    return choice
  }
}

const chosenLanguage = (query: string): Language | undefined => {
  if (!query.includes(`${LANGUAGE_PARAMETER}=`)) return undefined
  const [tag] = parseQuery(query).get(LANGUAGE_PARAMETER) ?? []
  return tag === undefined ? undefined : languageOf(tag)
}

const choices = Object.fromEntries(languages.map((language) => [language, { language, isChosen: true }])) as Record<
  Language,
  LanguageChoice
>

const loaded = new Map<string, Promise<PageLanguage>>()

/** Loads the texts of a language. */
export const pageLanguage = ({ language, isChosen }: LanguageChoice): Promise<PageLanguage> => {
  const key = languageKey({ language, isChosen })
  const known = loaded.get(key)
  if (known) return known
  const made = catalogues[language]().then((texts) => ({
    language,
    texts,
    isChosen,
    isMachineTranslated: isMachineTranslated(language),
    link: (address: string) => (isChosen ? inLanguage(address, language) : address),
  }))
  loaded.set(key, made)
  return made
}

/** Names what a page depends on: its language, and whether its links name it. */
export const languageKey = ({ language, isChosen }: LanguageChoice): string => (isChosen ? `${language}!` : language)
