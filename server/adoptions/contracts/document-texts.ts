import type { Breeds } from '../../animals/profiles/profile.ts'
import { type Language, languageOf } from '../../platform/language.ts'
import { german } from './languages/de.ts'
import { american, type DocumentTexts, english } from './languages/en.ts'
import { spanish } from './languages/es.ts'
import { french } from './languages/fr.ts'
import { italian } from './languages/it.ts'
import { dutch } from './languages/nl.ts'
import { portuguese } from './languages/pt.ts'

const catalogues: Readonly<Record<Language, DocumentTexts>> = {
  en: english,
  es: spanish,
  de: german,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
}

/** The texts for a locale; English for a language that we have no texts in. */
export const documentTexts = (locale: string): DocumentTexts => {
  const { language, region } = new Intl.Locale(locale)
  if (language === 'en' && region === 'US') return american
  return catalogues[languageOf(language) ?? 'en']
}

/** `Beagle mix`, `Beagle und Pudel, Mischling` */
export const breedText = ({ primary, secondary, mixed }: Breeds, locale: string): string => {
  const { words } = documentTexts(locale)
  const named = [primary, secondary].filter((breed) => breed !== null).join(` ${words.and} `)
  return mixed && named !== '' ? words.mixed(named) : named
}
