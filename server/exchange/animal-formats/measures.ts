import { AMOUNT, type DecimalMark, readAmount } from './amounts.ts'
import {
  type Circumstances,
  type Read,
  textOf,
  Unreadable,
  type WeightUnit,
  wordOf,
  wordTable,
} from './animal-fields.ts'
import { foldWord } from './words/fold-word.ts'
import { anyOf, wordsOf } from './words/word-tables.ts'

const grams: Record<WeightUnit, number> = { lb: 453.592_37, kg: 1_000, g: 1, oz: 28.349_523 }
const units = wordTable<WeightUnit>({
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  '#': 'lb',
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  g: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  kilogramm: 'kg',
  kilogramo: 'kg',
  kilogramos: 'kg',
  kilogramme: 'kg',
  kilogrammes: 'kg',
  quilo: 'kg',
  quilos: 'kg',
  quilograma: 'kg',
  quilogramas: 'kg',
  chilo: 'kg',
  chili: 'kg',
  chilogrammo: 'kg',
  chilogrammi: 'kg',
  gramm: 'g',
  gramo: 'g',
  gramos: 'g',
  gramme: 'g',
  grammes: 'g',
  grama: 'g',
  gramas: 'g',
  grammo: 'g',
  grammi: 'g',
})

/** The unit in the name of a column, such as `Weight (lb)`, if there is one. */
export const weightUnitIn = (name: string): WeightUnit | undefined => {
  const found = new Set(
    foldWord(name)
      .split(/[^a-z]+/)
      .flatMap((word) => units.get(word) ?? []),
  )
  return found.size === 1 ? [...found][0] : undefined
}
/** The smaller unit that may follow a larger one in a weight, and how many of it make one. */
const smaller: Partial<Record<WeightUnit, { unit: WeightUnit; count: number }>> = {
  lb: { unit: 'oz', count: 16 },
  kg: { unit: 'g', count: 1_000 },
}

const PART = String.raw`(${AMOUNT})\s?(#|[a-z]{1,12})\.?`
const ONE = new RegExp(`^${PART}$`)
const TWO = new RegExp(String.raw`^${PART}(?:\s|,\s?|\sand\s)?${PART}$`)
const TWICE = /^(.+?)\s?(?:\((.+)\)|\/\s?(.+))$/
/** Two statements of one weight may differ by this much because of rounding. */
const MAX_DIFFERENCE = 0.03

const notWeight = 'must be one weight such as 12 lb'

/** `12 lbs`, `5.4 kg`, `12 lb 8 oz`, and `12` if the unit is known. */
export const readWeight: Read = (value, circumstances) => {
  const word = wordOf(value)
  if (word === undefined || /^0+(?:[.,]0+)?$/.test(word)) return undefined
  const read = weightIn(withoutFillers(word), circumstances)
  if (read === undefined || read <= 0) throw new Unreadable(notWeight)
  return Math.round(read)
}

const weightIn = (text: string, circumstances: Circumstances): number | undefined => {
  const { weightUnit, decimalMark } = circumstances
  const bare = readAmount(text, decimalMark)
  if (bare !== undefined) {
    if (weightUnit) return bare * grams[weightUnit]
    throw new Unreadable('has no unit: set --weight-unit lb or kg')
  }
  return weightWithUnit(text, decimalMark) ?? statedTwice(text, decimalMark)
}

const weightWithUnit = (text: string, mark: DecimalMark | undefined): number | undefined => {
  const one = ONE.exec(text)
  if (one) return partOf(one[1], one[2], mark)?.grams
  const [, firstAmount, firstUnit, secondAmount, secondUnit] = TWO.exec(text) ?? []
  const first = partOf(firstAmount, firstUnit, mark)
  const second = partOf(secondAmount, secondUnit, mark)
  if (!first || !second || !Number.isInteger(first.amount)) return undefined
  const below = smaller[first.unit]
  const isSum = below?.unit === second.unit && second.amount < below.count
  return isSum ? first.grams + second.grams : undefined
}

/** `12 lbs (5.4 kg)`: one weight in two units, if they agree. */
const statedTwice = (text: string, mark: DecimalMark | undefined): number | undefined => {
  const [, outer, inner, behind] = TWICE.exec(text) ?? []
  const first = outer === undefined ? undefined : weightWithUnit(outer, mark)
  const second = weightWithUnit(inner ?? behind ?? '', mark)
  if (first === undefined || second === undefined) return undefined
  return Math.abs(first - second) <= first * MAX_DIFFERENCE ? first : undefined
}

const partOf = (amount: string | undefined, unit: string | undefined, mark?: DecimalMark) => {
  const known = unit === undefined ? undefined : units.get(unit)
  const number = amount === undefined ? undefined : readAmount(amount, mark)
  if (known === undefined || number === undefined) return undefined
  return { amount: number, unit: known, grams: number * grams[known] }
}

const FILLER = String.raw`(?:(?:${anyOf(wordsOf(({ about }) => about))})(?![a-z])\.?|~|≈)`
const FILLER_BEFORE = new RegExp(String.raw`^(?:${FILLER}|\(${FILLER}\))\s*`)
const FILLER_BEHIND = new RegExp(String.raw`(?<![\s,])[\s,]*(?:${FILLER}|\(${FILLER}\))$`)

/** Removes words such as "about", which do not change the value. */
export const withoutFillers = (text: string): string => {
  const rest = text.replace(FILLER_BEFORE, '').replace(FILLER_BEHIND, '').trim()
  return rest === text ? text : withoutFillers(rest)
}

const dollars: ReadonlySet<string> = new Set([
  'USD',
  'CAD',
  'AUD',
  'NZD',
  'SGD',
  'HKD',
  'MXN',
  'TWD',
  'BSD',
  'BBD',
  'BZD',
  'JMD',
  'TTD',
])
const signs = wordTable({
  '€': 'EUR',
  '£': 'GBP',
  us$: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  au$: 'AUD',
  a$: 'AUD',
  nz$: 'NZD',
  eur: 'EUR',
  gbp: 'GBP',
  usd: 'USD',
  cad: 'CAD',
  aud: 'AUD',
  nzd: 'NZD',
  chf: 'CHF',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
  pln: 'PLN',
  czk: 'CZK',
  euro: 'EUR',
  euros: 'EUR',
  fr: 'CHF',
  zł: 'PLN',
  '₹': 'INR',
  inr: 'INR',
  zar: 'ZAR',
  jpy: 'JPY',
})
const FEE = /^([^\d\s.,]{0,4})\s?([\d.,]*\d)(?:[.,]-+)?\s?([^\d\s.,]{0,5})\.?$/

const notFee = 'must be one amount such as 125.00'

/** `$125.00`, `125`, `€ 90`: with its own currency, or the given one. */
export const readFee: Read = (value, { currency, decimalMark }) => {
  const text = textOf(value)?.toLowerCase()
  if (text === undefined) return undefined
  if (text.length > 50) throw new Unreadable(notFee)
  const [, before = '', digits = '', behind = ''] = FEE.exec(withoutFillers(text)) ?? []
  const amount = readAmount(digits, decimalMark)
  const sign = before || behind
  if (amount === undefined || (before !== '' && behind !== '')) throw new Unreadable(notFee)
  const named = currencyOf(sign, currency)
  const minor = amount * 10 ** minorDigits(named)
  if (Math.abs(minor - Math.round(minor)) > 1e-6) throw new Unreadable(notFee)
  return { amount: Math.round(minor), currency: named }
}

const currencyOf = (sign: string, known: string | undefined): string => {
  const named = signs.get(sign)
  if (named !== undefined) return named
  if (sign !== '' && sign !== '$') throw new Unreadable(notFee)
  if (known === undefined) throw new Unreadable('has no currency: set one, such as --currency USD')
  if (sign === '$' && !dollars.has(known)) throw new Unreadable(`is in dollars, not in ${known}`)
  return known
}

export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
