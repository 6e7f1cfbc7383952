import type { Language } from '../../platform/language.ts'
import { de } from './languages/de.ts'
import { type ApplicationTexts, en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { nl } from './languages/nl.ts'
import { pt } from './languages/pt.ts'

/** The texts of mail about applications, by language. */
export const applicationTexts: Readonly<Record<Language, ApplicationTexts>> = { en, es, de, fr, it, nl, pt }
