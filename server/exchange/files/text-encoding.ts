import { isUtf8 } from 'node:buffer'
import type { Encoding } from './file-format.ts'
import { decodeBytes } from './row-text.ts'

/** An encoding that a file may have, and how some of its words read in it. */
export type EncodingGuess = { encoding: Encoding; samples: string[] }

type Alphabet = { encoding: Encoding; letters: string }

/** Letters of languages that are not the same bytes in both encodings. Of equal ones, the first is the likeliest. */
const alphabets: readonly Alphabet[] = [
  { encoding: 'windows-1252', letters: 'ñ¿¡ºª' },
  { encoding: 'windows-1252', letters: 'àèêïùûÿœæ' },
  { encoding: 'windows-1252', letters: 'àãêõºª' },
  { encoding: 'windows-1252', letters: 'àèìòù' },
  { encoding: 'windows-1252', letters: 'åæøðþ' },
  { encoding: 'windows-1250', letters: 'ąćęłńśźż' },
  { encoding: 'windows-1250', letters: 'čďěňřťů' },
  { encoding: 'windows-1250', letters: 'čďĺľňŕť' },
  { encoding: 'windows-1250', letters: 'őű' },
  { encoding: 'windows-1250', letters: 'ăşţ' },
  { encoding: 'windows-1250', letters: 'čćđ' },
]
const guessed = ['windows-1252', 'windows-1250'] as const

const MAX_WORDS = 2_000
const MAX_SAMPLES = 5
const MAX_SAMPLE = 40
/** A longer line says nothing about the encoding: it is not a row. */
const MAX_LINE = 1_048_576

/**
 * The encodings that a file may have if it is not UTF-8, the likeliest first. Empty if some row has valid UTF-8 beyond
 * ASCII, so that other rows are damaged, or if no row has anything beyond ASCII.
 */
export const guessEncodings = async (pieces: AsyncIterable<Buffer | string>): Promise<EncodingGuess[]> => {
  const words = new Set<string>()
  let rest = ''
  let ends: RegExp | undefined
  for await (const piece of pieces) {
    const text = (piece as Buffer).toString('latin1')
    if (!ends && /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(text)) return []
    // JSON may be a single line, so each of its strings counts as a row.
    ends ??= /^\s*[[{]/.test(text) ? /["\n\r]/ : /[\n\r]/
    const lines = (rest + text).split(ends)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) rest = ''
    if (lines.some((line) => isUtf8Row(line, words))) return []
  }
  if (isUtf8Row(rest, words)) return []
  return words.size === 0 ? [] : sorted([...words])
}

/** Whether a row has valid UTF-8 beyond ASCII. Collects the words of other rows. */
const isUtf8Row = (line: string, words: Set<string>): boolean => {
  if (!/[\x80-\xff]/.test(line)) return false
  if (isUtf8(Buffer.from(line, 'latin1'))) return true
  for (const [word] of line.matchAll(/[A-Za-z\x80-\xff'-]+/g)) {
    if (words.size < MAX_WORDS && /[\x80-\xff]/.test(word)) words.add(word)
  }
  return false
}

const sorted = (words: readonly string[]): EncodingGuess[] => {
  const differing = words.filter((word) => new Set(guessed.map((one) => decodeBytes(word, one))).size > 1)
  const same = words.filter((word) => !differing.includes(word))
  const shown = [...differing, ...same].filter(hasLetters).slice(0, MAX_SAMPLES)
  const samples = (encoding: Encoding) => shown.map((word) => decodeBytes(word, encoding).slice(0, MAX_SAMPLE))
  const possible = differing.length > 0 ? guessed : guessed.slice(0, 1)
  return possible
    .map((encoding) => ({
      encoding,
      score: scoreOf(encoding, differing),
      samples: samples(encoding),
    }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ encoding, samples }) => ({ encoding, samples }))
}

/** A sign by itself, such as £, is not a word. */
const hasLetters = (word: string): boolean => word.length > 1

/** How many characters belong to one language: to the one that has most of them. */
const scoreOf = (encoding: Encoding, words: readonly string[]): number => {
  const other = guessed.find((one) => one !== encoding) ?? encoding
  const signs = words.filter(hasLetters).flatMap((word) => {
    const wordThere = decodeBytes(word, other)
    return [...decodeBytes(word, encoding)].filter((sign, at) => sign !== wordThere[at])
  })
  const counts = alphabets
    .filter((alphabet) => alphabet.encoding === encoding)
    .map(({ letters }) => signs.filter((sign) => letters.includes(sign.toLowerCase())).length)
  return Math.max(...counts)
}
