import type { Texts } from './languages/en.ts'

declare const TEXTS_VERSION: string

/** The languages of the gallery: those of the store's public pages. */
const languages = ['en', 'es', 'de', 'fr', 'it', 'nl', 'pt']

const languageOf = (tag: string): string | undefined =>
  languages.find((language) => language === tag.toLowerCase().split('-')[0])

/** The tag of the language that the page sets, such as `de-CH`; empty if it sets none. */
export const fixedLocale = (element: HTMLElement): string => {
  const set = element.getAttribute('language') || element.lang
  return set === 'page' ? document.documentElement.lang : set
}

/** The language to write in: if the page sets none, the visitor's first that we have texts in. */
export const localeFor = (element: HTMLElement): string =>
  fixedLocale(element) || (navigator.languages.find(languageOf) ?? 'en')

/** Shared by all galleries of a page. */
const loaded = new Map<string, Promise<Texts>>()

/** Loads the texts for a locale: English if we have none in its language. */
export const loadTexts = (origin: string, locale: string): Promise<Texts> => {
  // The version keeps texts of another version of this script out of caches.
  const address = `${origin}/embed/gallery.${languageOf(locale) ?? 'en'}.json?v=${TEXTS_VERSION}`
  const known = loaded.get(address) ?? fetchTexts(address)
  loaded.set(address, known)
  known.catch(() => loaded.delete(address))
  return known
}

const fetchTexts = async (address: string): Promise<Texts> => {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  // Written by the build from `languages`.
  return (await response.json()) as Texts
}
