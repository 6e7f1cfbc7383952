import type { DecimalMark } from './amounts.ts'
import type { AgeUnit } from './words/file-words.ts'
import { foldWord } from './words/fold-word.ts'
import { inflectedWordsOf, wordsOf } from './words/word-tables.ts'

/** A value that its field cannot represent. The message goes into the report. */
export class Unreadable extends Error {}

/** The context for reading the values of a file. */
export type Circumstances = {
  nowMs: number
  /** ISO 4217: for fees without a currency. */
  currency?: string | undefined
  /** For weights without a unit. */
  weightUnit?: WeightUnit | undefined
  /** For ages without a unit, if the name of the column has one. */
  ageUnit?: AgeUnit | undefined
  /** The order of day and month in `3/4/2024`. */
  dateOrder?: DateOrder | undefined
  /** The decimal separator, if the whole column shows it. */
  decimalMark?: DecimalMark | undefined
}

export const weightUnits = ['lb', 'kg', 'g', 'oz'] as const
export type WeightUnit = (typeof weightUnits)[number]
export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Reads one value; undefined if it means that nothing is known. Throws `Unreadable`. */
export type Read = (value: unknown, circumstances: Circumstances) => unknown

/** The longest text that is parsed, except for descriptions. */
const MAX_WORDS = 1_000

/** Words for something unknown; `nan` and `<na>` are what data tools write. */
const unknownWords = new Set([...inflectedWordsOf(({ unknown }) => unknown), 'nan', '#', '<na>'])
const MAX_UNKNOWN = 40

const isUnknown = (text: string): boolean => {
  if (text.length > MAX_UNKNOWN) return false
  if (text === 'NaT') return true
  // Only signs, such as `???` or `--`.
  if (/^[\s?._*/\\–—-]*$/.test(text)) return true
  const word = foldWord(text)
  return unknownWords.has(word) || unknownWords.has(word.replace(/^[([{<"'](.+)[)\]}>"']$/, '$1'))
}

/** The errors of formulas in spreadsheets. */
const FORMULA_FAULT = /^#(?:n\/a|value!|ref!|div\/0!|name\?|num!|null!|spill!|calc!)$/i

/** Trimmed text; undefined if it is empty or means unknown. */
export const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'object') throw new Unreadable('must be one value')
  const text = String(value).trim()
  if (FORMULA_FAULT.test(text)) throw new Unreadable('is the error of a formula')
  return isUnknown(text) ? undefined : text
}

/** One line of text: line breaks become spaces. */
export const readLine: Read = (value) => lineOf(value)

export const lineOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const line = text.slice(0, 20_000).replaceAll(/[\r\n\t]/g, ' ')
  return decodeEntities(line)
}

/** The name of an animal: "NA", "None" and "Unknown" count as none, but "Nan" is a name. */
export const readName: Read = (value) => (value === 'Nan' ? value : lineOf(value)?.trim())

/** One value as the words of the catalogue are written. */
export const wordOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (text.length > MAX_WORDS) throw new Unreadable('is too long')
  return foldWord(text)
}

/** Words and their meanings. Words of a file never match properties of an object. */
export const wordTable = <Meaning>(words: Readonly<Record<string, Meaning>>) => new Map(Object.entries(words))

const yes = new Set([...wordsOf((words) => words.yes), '1', '-1', 'x', '✓', '✔', '☑', '✅'])
const no = new Set([...wordsOf((words) => words.no), '0', '✗', '✘', '✕', '✖', '❌', '☐'])

export const readYesNo: Read = (value) => yesOrNo(value)

export const yesOrNo = (value: unknown): boolean | undefined => yesOrNoIn(value, yes, no)

type Words = ReadonlySet<string>

const yesOrNoIn = (value: unknown, isTrue: Words, isFalse: Words): boolean | undefined => {
  const word = wordOf(value)?.replace(/(?:[.!]|\ufe0f){1,5}$/u, '')
  if (word === undefined) return undefined
  if (isTrue.has(word)) return true
  if (isFalse.has(word)) return false
  throw new Unreadable('must say yes or no')
}

/** Reads yes and no, and words with the same meaning for one field. */
export const yesNoReader = (meaning: { yes: readonly string[]; no: readonly string[] }): Read => {
  const isTrue = new Set([...yes, ...meaning.yes])
  const isFalse = new Set([...no, ...meaning.no])
  return (value) => yesOrNoIn(value, isTrue, isFalse)
}

export const readNot: Read = (value) => {
  const answer = yesOrNo(value)
  return answer === undefined ? undefined : !answer
}

/** Several values: an array, or a text with commas. */
export const readList: Read = (value) => {
  const items = Array.isArray(value) ? value : (textOf(value) ?? '').split(/[,;|\n]/)
  return items.flatMap((item) => lineOf(item) ?? [])
}

export const readColors: Read = (value) => {
  if (Array.isArray(value)) return value.flatMap((item) => lineOf(item) ?? [])
  const text = lineOf(value)
  return text === undefined ? undefined : text.split(/[,;|]/).map((color) => color.trim())
}

/** URLs in an array, in objects of an array, or in a text. */
export const readAddresses: Read = (value) => {
  const items = Array.isArray(value) ? value : addressesIn(textOf(value) ?? '')
  return items.flatMap((item) => textOf(addressIn(item)) ?? [])
}

/** A URL may contain a comma: only one before the next URL separates them. */
const addressesIn = (text: string): string[] =>
  text
    .replaceAll(/[\s,;|]https?:/g, (found) => `\n${found.slice(1)}`)
    .split('\n')
    .map((address) => address.trim())

/** The largest first. */
const addressNames = ['full', 'original', 'large', 'url', 'href', 'embed', 'medium', 'small']

const addressIn = (item: unknown): unknown => {
  if (typeof item === 'string') {
    const embedded = /\bsrc=["']([^"']{1,2048})["']/i.exec(item.slice(0, 5_000))?.[1]
    const found = embedded === undefined ? item : decodeEntities(embedded)
    return found.startsWith('//') ? `https:${found}` : found
  }
  if (typeof item !== 'object' || item === null) return undefined
  const found = Object.entries(item)
  for (const name of addressNames) {
    const [, value] = found.find(([key]) => key === name || key.toLowerCase() === `${name}url`) ?? []
    if (value !== undefined && value !== null && value !== '') return addressIn(value)
  }
  return undefined
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  deg: '°',
  eacute: 'é',
  egrave: 'è',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  ntilde: 'ñ',
  copy: '©',
}

/** Decodes HTML character references, also doubly encoded ones (`&amp;#39;`). */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeOnce(decodeOnce(text)) : text)

const decodeOnce = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? all
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
