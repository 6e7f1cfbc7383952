import { hash } from 'node:crypto'

/**
 * Prepares text for comparing, searching and ranking. Both engines receive the result and do not fold text themselves.
 */

/** No real letter has so many marks. Sorting the marks of a longer run would take quadratic time. */
const MARKS = /(\p{M}{8})\p{M}+/gu
/**
 * Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. In other scripts, marks count as
 * letters.
 */
const ACCENTS = /[[\p{M}&&[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}\p{sc=Cyrl}\u20d0-\u20ff]]--[\u3099\u309a]]/gv
/** Characters that are not letters: joiners, direction marks, the Arabic elongation. */
const UNSEEN = /[\p{Cf}\u0640]/gu
/** Letters that Unicode normalization does not decompose. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
}
const LETTERS = /[ßæœøłđðþħıŋŧς]/g

/** Folds text for comparison: case and accents make no difference. */
export const foldText = (text: string): string =>
  text
    .replace(MARKS, '$1')
    .normalize('NFKD')
    .replace(MARKS, '$1')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(ACCENTS, '')
    .replace(LETTERS, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .trim()

/** In scripts without spaces between words, each pair of adjacent letters is a search term. */
const WORDS =
  /[[\p{L}\p{M}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+|[[\p{L}\p{M}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+|\p{So}/gv
const UNSPACED = /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/v

/** Splits a folded text into words, including emoji and runs of letters without word boundaries. */
export const wordsOf = (text: string): string[] => foldText(text).match(WORDS) ?? []

export const isUnspaced = (word: string): boolean => UNSPACED.test(word)

/** Each part is searched for in every text; with more parts, the whole line is used instead. */
const MAX_PARTS = 8

/** Returns the folded parts that a text must contain to match a search: each word, also within another one. */
export const partsOf = (search: string): string[] => {
  const words = wordsOf(search)
  const parts = [...new Set(words)]
  if (parts.length > MAX_PARTS) return [words.join(' ')]
  return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)))
}

/** How many letters of a name can be found by its parts. Names are shorter, unless a letter expands to several. */
const MAX_LINE = 255

/** Joins words to the line in which parts are searched for. */
export const lineOf = (words: readonly string[]): string => [...words.join(' ')].slice(0, MAX_LINE).join('')

/** Returns each run of `length` adjacent letters of a text, in order. */
export const gramsOf = (text: string, length: number): string[] => {
  const all = [...text]
  return all.slice(0, Math.max(0, all.length - length + 1)).map((_, at) => all.slice(at, at + length).join(''))
}

/** Replaces a text that is too long for an index. */
export const digestOf = (text: string): string => hash('sha256', text).slice(0, 40)
