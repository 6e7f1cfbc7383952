import type { DecimalMark } from './amounts.ts'

/** A value of a file that says something, but not what its field can hold. Its message goes into the report. */
export class Unreadable extends Error {}

/** What the values of a file are read with. */
export type Circumstances = {
  nowMs: number
  /** ISO 4217: of fees that do not name one. */
  currency?: string | undefined
  /** Of weights without a unit. */
  weightUnit?: WeightUnit | undefined
  /** What comes first in `3/4/2024`. */
  dateOrder?: DateOrder | undefined
  /** What separates decimals, where the whole column shows it. */
  decimalMark?: DecimalMark | undefined
}

export const weightUnits = ['lb', 'kg', 'g', 'oz'] as const
export type WeightUnit = (typeof weightUnits)[number]
export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Reads one value; undefined where it says that nothing is known. Throws `Unreadable`. */
export type Read = (value: unknown, circumstances: Circumstances) => unknown

/** The longest text that is looked at for anything but a description. */
const MAX_WORDS = 1_000

/** As people write that they do not know. */
const unknownWords = new Set([
  ...['', '-', '--', '?', 'unknown', 'unk', 'u', 'n/a', 'na', 'none', 'null', 'nil', 'undefined'],
  ...['not known', 'not sure', 'unsure', 'not tested', 'untested', 'not specified', 'not set'],
  ...['not applicable', 'any', 'tbd', 'unspecified', 'not evaluated', '(unknown)', '(none)'],
  ...['no name', 'unnamed', 'not recorded', 'undetermined'],
])

/** What a spreadsheet shows where its formula has failed. */
const FORMULA_FAULT = /^#(?:n\/a|value!|ref!|div\/0!|name\?|num!|null!|spill!|calc!)$/i

/** Text without blanks around it; undefined where it says nothing. */
export const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'object') throw new Unreadable('must be one value')
  const text = String(value).trim()
  if (FORMULA_FAULT.test(text)) throw new Unreadable('is the error of a formula')
  return unknownWords.has(text.slice(0, 20).toLowerCase()) ? undefined : text
}

/** One line of text: what breaks lines becomes a blank. */
export const readLine: Read = (value) => lineOf(value)

export const lineOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const line = text.slice(0, 20_000).replaceAll(/[\r\n\t]/g, ' ')
  return decodeEntities(line)
}

/** The name of an animal: "NA", "None" and "Unknown" are none. */
export const readName: Read = (value) => lineOf(value)?.trim()

export const wordOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (text.length > MAX_WORDS) throw new Unreadable('is too long')
  return text.toLowerCase()
}

/** Words with what they mean: of what stands in a file, none is a property of an object. */
export const wordTable = <Meaning>(words: Readonly<Record<string, Meaning>>) =>
  new Map(Object.entries(words))

const yes = new Set([
  ...['yes', 'y', 'true', 't', '1', '-1', 'x', 'on', 'ja', 'oui', 'si', 'sí', '✓', '✔', '☑', '✅'],
])
const no = new Set([
  ...['no', 'n', 'false', 'f', '0', 'off', 'nein', 'non', 'nee', '✗', '✘', '✕', '✖', '❌', '☐'],
  ...['not yet', 'never'],
])

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

/** Yes and no, and words that say the same of one field. */
export const yesNoReader = (meaning: { yes: readonly string[]; no: readonly string[] }): Read => {
  const isTrue = new Set([...yes, ...meaning.yes])
  const isFalse = new Set([...no, ...meaning.no])
  return (value) => yesOrNoIn(value, isTrue, isFalse)
}

export const readNot: Read = (value) => {
  const said = yesOrNo(value)
  return said === undefined ? undefined : !said
}

/** Several values in one: an array, or a text with commas. */
export const readList: Read = (value) => {
  const items = Array.isArray(value) ? value : (textOf(value) ?? '').split(/[,;|\n]/)
  return items.flatMap((item) => lineOf(item) ?? [])
}

export const readColors: Read = (value) => {
  if (Array.isArray(value)) return value.flatMap((item) => lineOf(item) ?? [])
  const text = lineOf(value)
  return text === undefined ? undefined : text.split(/[,;|]/).map((color) => color.trim())
}

/** Addresses in an array, in objects of an array, or in a text. */
export const readAddresses: Read = (value) => {
  const items = Array.isArray(value) ? value : addressesIn(textOf(value) ?? '')
  return items.flatMap((item) => textOf(addressIn(item)) ?? [])
}

/** An address may contain a comma: what separates two stands before the next one. */
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
    const [, value] =
      found.find(([key]) => key === name || key.toLowerCase() === `${name}url`) ?? []
    if (value !== undefined && value !== null && value !== '') return addressIn(value)
  }
  return undefined
}

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—' },
  ...{ rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”', hellip: '…', bull: '•', deg: '°' },
  ...{ eacute: 'é', egrave: 'è', uuml: 'ü', ouml: 'ö', auml: 'ä', ntilde: 'ñ', copy: '©' },
}

/** The characters that HTML's references stand for, also those that were written twice (`&amp;#39;`). */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? decodeOnce(decodeOnce(text)) : text

const decodeOnce = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? all
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
