import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'

/** The texts of each language. The build writes each to a file, which is loaded on demand. */
export const catalogues: Readonly<Record<string, Texts>> = { en, es, de, fr, it, nl, pt }
