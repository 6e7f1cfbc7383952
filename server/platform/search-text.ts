/** How text is compared, found and ranked. Both engines are given what is made of it here, and fold nothing themselves. */

/** No letter has so many; of a longer run, putting them in order takes time that grows with its square. */
const MARKS = /(\p{M}{8})\p{M}+/gu
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. Marks of others are letters. */
const ACCENTS =
  /[[\p{M}&&[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}\p{sc=Cyrl}\u20d0-\u20ff]]--[\u3099\u309a]]/gv
/** No letters: joiners, marks of direction, what stretches an Arabic word. */
const UNSEEN = /[\p{Cf}\u0640]/gu
/** Letters that no normalization takes apart. */
const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd' },
  ...{ þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ς: 'σ' },
}
const LETTERS = /[ßæœøłđðþħıŋŧς]/g

/** Text as it is compared: case and accents make no difference. */
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

/** Of scripts that put no space between words, each two letters that follow each other are looked for. */
const WORDS =
  /[[\p{L}\p{M}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+|[[\p{L}\p{M}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+|\p{So}/gv
const UNSPACED =
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/v

/** The words of a text, folded: also each emoji, and runs of letters of which nobody can tell where a word ends. */
export const wordsOf = (text: string): string[] => foldText(text).match(WORDS) ?? []

export const isUnspaced = (word: string): boolean => UNSPACED.test(word)

/** Each is looked for in each text: of more, the whole line is. */
const MAX_PARTS = 8

/** What a text has to have in it, folded, that is searched for some words: each of them, also as part of another one. */
export const partsOf = (search: string): string[] => {
  const words = wordsOf(search)
  const parts = [...new Set(words)]
  if (parts.length > MAX_PARTS) return [words.join(' ')]
  return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)))
}

/** So many letters of a name can be found by parts of it: no name is longer, unless its letters stand for several. */
const MAX_LINE = 255

/** Words as parts of it are looked for. */
export const lineOf = (words: readonly string[]): string =>
  [...words.join(' ')].slice(0, MAX_LINE).join('')

/** Each `length` letters of a text that follow each other, in their order. */
export const gramsOf = (text: string, length: number): string[] => {
  const all = [...text]
  return all
    .slice(0, Math.max(0, all.length - length + 1))
    .map((_, at) => all.slice(at, at + length).join(''))
}
