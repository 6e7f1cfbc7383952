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
])

/** Text without blanks around it; undefined where it says nothing. */
export const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'object') throw new Unreadable('must be one value')
  const text = String(value).trim()
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

/** The name of an animal: "Unknown" is one. */
export const readName: Read = (value) => {
  if (value === null || value === undefined || typeof value === 'object') return undefined
  const text = decodeEntities(
    String(value)
      .slice(0, 20_000)
      .replaceAll(/[\r\n\t]/g, ' '),
  ).trim()
  return text === '' ? undefined : text
}

export const wordOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (text.length > MAX_WORDS) throw new Unreadable('is too long')
  return text.toLowerCase()
}

const yes = new Set(['yes', 'y', 'true', 't', '1', '-1', 'x', 'on', 'ja', 'oui', 'si', 'sí'])
const no = new Set(['no', 'n', 'false', 'f', '0', 'off', 'nein', 'non'])

export const readYesNo: Read = (value) => yesOrNo(value)

export const yesOrNo = (value: unknown): boolean | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  if (yes.has(word)) return true
  if (no.has(word)) return false
  throw new Unreadable('must say yes or no')
}

export const readNot: Read = (value) => {
  const said = yesOrNo(value)
  return said === undefined ? undefined : !said
}

/** Only that something is so: what is not ticked may be unknown. */
export const readTicked: Read = (value) => yesOrNo(value) || undefined

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|[T ])/
const SLASHED = /^(\d{1,4})[/.](\d{1,2})[/.](\d{1,4})(?:$|[T ])/
const UNIX = /^\d{6,13}$/

/** A day, as `2024-05-17`. */
export const readDate: Read = (value, { dateOrder }) => {
  const text = textOf(value)
  if (text === undefined || /^0000-00-00/.test(text)) return undefined
  if (UNIX.test(text)) return unixDay(Number(text))
  const iso = DAY.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const [, first = '', second = '', third = ''] = SLASHED.exec(text) ?? []
  if (first === '') throw new Unreadable('must be a date such as 2024-05-17')
  if (first.length === 4) return dayOf(first, second, third)
  const year = third.length === 2 ? `20${third}` : third
  if (Number(first) > 12) return dayOf(year, second, first)
  if (Number(second) > 12 || dateOrder === 'mdy') return dayOf(year, first, second)
  if (dateOrder === 'dmy') return dayOf(year, second, first)
  throw new Unreadable('may be one of two days: --date-order mdy or dmy says which comes first')
}

/** Seconds, which some write as milliseconds. */
const unixDay = (value: number): string =>
  new Date(value > 100_000_000_000 ? value : value * 1_000).toISOString().slice(0, 10)

const dayOf = (year = '', month = '', day = ''): string => {
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text)) {
    throw new Unreadable('must be a date that exists')
  }
  return text
}

const grams: Record<WeightUnit, number> = { lb: 453.592_37, kg: 1_000, g: 1, oz: 28.349_523 }
const units: Record<string, WeightUnit> = {
  ...{ lb: 'lb', lbs: 'lb', pound: 'lb', pounds: 'lb', '#': 'lb' },
  ...{ kg: 'kg', kgs: 'kg', kilo: 'kg', kilos: 'kg', kilogram: 'kg', kilograms: 'kg' },
  ...{ g: 'g', gr: 'g', gram: 'g', grams: 'g', oz: 'oz', ounce: 'oz', ounces: 'oz' },
}
const AMOUNT_AND_UNIT = /(\d+(?:[.,]\d+)?) ?([a-z#]*)/g

/** `12 lbs`, `5.4 kg`, `12 lb 8 oz`, and `12` where its unit is known. */
export const readWeight: Read = (value, { weightUnit }) => {
  const word = wordOf(value)
  if (word === undefined || /^0+(?:\.0+)?$/.test(word)) return undefined
  let sum = 0
  for (const [, amount = '', unit = ''] of word.matchAll(AMOUNT_AND_UNIT)) {
    const known = unit === '' ? weightUnit : units[unit]
    if (known === undefined && unit === '') {
      throw new Unreadable('has no unit: --weight-unit lb or kg says which')
    }
    if (known === undefined) throw new Unreadable('must be a weight such as 12 lb')
    sum += Number(amount.replace(',', '.')) * grams[known]
  }
  if (sum <= 0) throw new Unreadable('must be a weight such as 12 lb')
  return Math.round(sum)
}

const symbols: [RegExp, string][] = [
  [/€|\beur\b/i, 'EUR'],
  [/£|\bgbp\b/i, 'GBP'],
  [/\busd\b|US\$/i, 'USD'],
  [/\bcad\b|CA\$/i, 'CAD'],
  [/\baud\b|AU\$/i, 'AUD'],
  [/\bchf\b/i, 'CHF'],
]

/** `$125.00`, `125`, `€ 90`: with the currency that it names, or that is known. */
export const readFee: Read = (value, { currency }) => {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (text.length > 50) throw new Unreadable('must be an amount such as 125.00')
  const digits = text.replaceAll(/[^\d.,-]/g, '')
  if (!/^\d{1,3}(?:,?\d{3})*(?:[.,]\d{1,2})?$|^\d+$/.test(digits)) {
    throw new Unreadable('must be an amount such as 125.00')
  }
  const decimals = /[.,]\d{1,2}$/.test(digits) ? digits.replace(/[.,](\d{1,2})$/, '.$1') : digits
  const amount = Number(decimals.replaceAll(',', ''))
  const named = symbols.find(([symbol]) => symbol.test(text))?.[1] ?? currency
  if (named === undefined) throw new Unreadable('has no currency: --currency USD says which')
  return { amount: Math.round(amount * 10 ** minorDigits(named)), currency: named }
}

export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

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
