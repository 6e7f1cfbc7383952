import type { Language } from '../../platform/language.ts'
import { de } from './languages/de.ts'
import { en, type MailTexts } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { nl } from './languages/nl.ts'
import { pt } from './languages/pt.ts'

/** The texts of mail about accounts, and those that all mail has, by language. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, es, de, fr, it, nl, pt }
