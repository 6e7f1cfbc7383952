import type { Language } from '../../../platform/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { ColumnPlace, FileWords } from './file-words.ts'
import { foldWord } from './fold-word.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'

/** The words of every language of the site. */
export const catalogue: Record<Language, FileWords> = { en, es, de, fr, it, nl, pt }

const languages = Object.values(catalogue)

/** The words of a list, as `foldWord` writes them; German ones also with `ae`, `oe` and `ue`. */
const listed = (words: string): string[] => [
  ...new Set(
    words
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .flatMap((word) => [foldWord(word), foldWord(withoutUmlauts(word))]),
  ),
]

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const withoutUmlauts = (word: string): string => word.replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter)

/** The names that a column may have, by its field: a list for each language, the clearest first. */
export const columnNames = (place: ColumnPlace): string[][] => languages.map(({ columns }) => listed(columns[place]))

export const columnPlaces = Object.keys(en.columns) as ColumnPlace[]

/** The words of a list in all languages. */
export const wordsOf = (pick: (words: FileWords) => string): string[] => [
  ...new Set(languages.flatMap((words) => listed(pick(words)))),
]

/** What each word of a record means, in all languages. */
export const meaningsOf = <Meaning extends string>(
  pick: (words: FileWords) => Record<Meaning, string>,
): Map<string, Meaning> => tableOf(pick, listed)

/** The same, also in other genders and in the plural: `adoptado` is `adoptadas` too. */
export const inflectedMeaningsOf = <Meaning extends string>(
  pick: (words: FileWords) => Record<Meaning, string>,
): Map<string, Meaning> =>
  tableOf(pick, (words, { endings }) => listed(words).flatMap((word) => inflected(word, endings)))

export const inflectedWordsOf = (pick: (words: FileWords) => string): string[] => [
  ...inflectedMeaningsOf((words) => ({ word: pick(words) })).keys(),
]

const tableOf = <Meaning extends string>(
  pick: (words: FileWords) => Record<Meaning, string>,
  read: (words: string, language: FileWords) => string[],
): Map<string, Meaning> => {
  const table = new Map<string, Meaning>()
  for (const language of languages) {
    // Its keys are those of the record.
    for (const [meaning, words] of Object.entries(pick(language)) as [Meaning, string][]) {
      // The first language that has a word decides.
      for (const word of read(words, language)) if (!table.has(word)) table.set(word, meaning)
    }
  }
  return table
}

/** A word with each ending, at its first and its last part. */
const inflected = (word: string, endings: FileWords['endings']): string[] => {
  const parts = word.split(' ')
  const others = Object.entries(endings).flatMap(([ending, changed]) =>
    [...new Set([0, parts.length - 1])].flatMap((at) => {
      const part = parts[at] ?? ''
      if (part === '' || part === '*' || !part.endsWith(ending)) return []
      const stem = part.slice(0, part.length - ending.length)
      return changed.map((other) => parts.with(at, stem + other).join(' '))
    }),
  )
  return [word, ...others]
}

/** A part of a pattern that matches any of these words, the longest first. */
export const anyOf = (words: Iterable<string>): string =>
  [...words]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('|')
