import { recentlyUsed } from '../../platform/recently-used.ts'
import { type Age, type AgeBand, monthsBetween } from './age.ts'
import type { PublicFacts } from './profile.ts'
import type { Coat, Companion, Sex, Size, Species } from './profile-values.ts'

/** The data that labels are made from. */
type Labelled = PublicFacts & {
  age: Age
  publishedAtMs: number
  /** From the visitor's place, if both are known. */
  distanceMetres: number | undefined
}

/** The labels of the API's values for visitors. */
export const speciesNames: Record<Species, { one: string; many: string }> = {
  dog: { one: 'Dog', many: 'Dogs' },
  cat: { one: 'Cat', many: 'Cats' },
  rabbit: { one: 'Rabbit', many: 'Rabbits' },
  smallFurry: { one: 'Small pet', many: 'Small pets' },
  bird: { one: 'Bird', many: 'Birds' },
  horse: { one: 'Horse', many: 'Horses' },
  reptile: { one: 'Reptile', many: 'Reptiles' },
  fish: { one: 'Fish', many: 'Fish' },
  barnyard: { one: 'Farm animal', many: 'Farm animals' },
  other: { one: 'Other animal', many: 'Other animals' },
}
export const sexNames: Record<Sex, string> = { female: 'Female', male: 'Male' }
export const sizeNames: Record<Size, string> = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  extraLarge: 'Extra large',
}
export const ageNames: Record<AgeBand, string> = {
  baby: 'Under 1 year',
  young: '1 to 3 years',
  adult: '3 to 8 years',
  senior: '8 years and over',
}
export const coatNames: Record<Coat, string> = {
  hairless: 'Hairless',
  short: 'Short',
  medium: 'Medium',
  long: 'Long',
  wire: 'Wire',
  curly: 'Curly',
}
export const companionNames: Record<Companion, string> = {
  children: 'Children',
  dogs: 'Dogs',
  cats: 'Cats',
}
export const statusNames = { available: 'Available', pending: 'On hold', sold: 'Adopted' } as const

export const kindOf = ({ species }: Pick<Labelled, 'species'>): string =>
  species ? speciesNames[species].one : 'Animal'

/** `Beagle mix`, or the species. */
export const breedOf = (animal: Pick<Labelled, 'species' | 'breeds'>): string => {
  const { primary, secondary, mixed } = animal.breeds
  const named = [primary, secondary].filter((breed) => breed !== null).join(' and ')
  if (named === '') return mixed ? `${kindOf(animal)}, mixed breed` : kindOf(animal)
  return mixed && !/ mix$/i.test(named) ? `${named} mix` : named
}

/** `2 years`; undefined if unknown. */
export const ageOf = ({
  age: { months },
  birthDateExact,
}: Pick<Labelled, 'age' | 'birthDateExact'>): string | undefined => {
  if (months === null) return undefined
  const about = birthDateExact === false ? 'about ' : ''
  if (months < 1) return 'under 1 month'
  return about + (months < 24 && months % 12 !== 0 ? months_(months) : years(months))
}

const months_ = (months: number): string =>
  months < 12 ? plural(months, 'month') : `1 year, ${plural(months - 12, 'month')}`
const years = (months: number): string => plural(Math.floor(months / 12), 'year')

const DAY_MS = 86_400_000

/** How long an animal has been waiting: `6 weeks`; undefined if it has just arrived. */
export const waitOf = (
  { publishedAtMs }: Pick<Labelled, 'publishedAtMs'>,
  nowMs: number,
): string | undefined => {
  const days = Math.floor((nowMs - publishedAtMs) / DAY_MS)
  if (days < 7) return undefined
  if (days < 61) return plural(Math.floor(days / 7), 'week')
  const months = monthsBetween(publishedAtMs, nowMs)
  return months < 24 ? plural(months, 'month') : plural(Math.floor(months / 12), 'year')
}

/** From this many days on, a wait counts as long. */
const LONG_WAIT_DAYS = 100
export const isLongWaiting = ({ publishedAtMs }: Pick<Labelled, 'publishedAtMs'>, nowMs: number) =>
  nowMs - publishedAtMs > LONG_WAIT_DAYS * DAY_MS

export const plural = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`

/** Created for the first number, as that is slow. */
const formatted = (number: number): string => {
  numbers ??= new Intl.NumberFormat('en')
  return numbers.format(number)
}
let numbers: Intl.NumberFormat | undefined

/** Formatting is slow, and most numbers need none. */
export const numberText = (count: number): string =>
  count < 1_000 ? String(count) : formatted(count)

/** `€220`, for an amount in minor units. */
export const feeOf = ({ fee }: Pick<Labelled, 'fee'>): string | undefined => {
  if (!fee) return undefined
  return fee.amount === 0 ? 'None' : moneyText(fee, 'en')
}

/** `€220` in a locale. */
export const moneyText = ({ amount, currency }: Fee, locale: string): string => {
  const { digits, format } = currencyOf(currency, locale)
  return format(amount / 10 ** digits)
}

/** With a decimal point: `220.00`, for programs. */
export const priceOf = ({ amount, currency }: Fee): string => {
  const { digits } = currencyOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

type Fee = NonNullable<Labelled['fee']>

/**
 * Formats by currency and language, which readers choose. A format's memory is not freed at once.
 */
const currencies = recentlyUsed<ReturnType<typeof makeCurrency>>(200)

const currencyOf = (currency: string, locale = 'en') => {
  const name = `${currency} ${locale}`
  const known = currencies.get(name) ?? makeCurrency(currency, locale)
  currencies.set(name, known)
  return known
}

const makeCurrency = (currency: string, locale: string) => {
  const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  const format = new Intl.NumberFormat(locale, options)
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits
  return { digits: digits ?? 2, format: (amount: number) => format.format(amount) }
}

export const weightOf = ({ weightGrams: grams }: Pick<Labelled, 'weightGrams'>) => {
  if (grams === null) return undefined
  return grams < 1_000 ? `${grams} g` : `${formatted(Math.round(grams / 100) / 10)} kg`
}

export const distanceOf = ({ distanceMetres: metres }: Pick<Labelled, 'distanceMetres'>) => {
  if (metres === undefined) return undefined
  return metres < 1_000 ? 'under 1 km away' : `${formatted(Math.round(metres / 1_000))} km away`
}

/** Truncates a text. */
export const shortened = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : text

/** Pronouns for an animal, whether or not its sex is known. */
export const pronounsOf = ({ sex }: Pick<Labelled, 'sex'>) =>
  sex === 'female'
    ? { they: 'she', them: 'her', their: 'her' }
    : sex === 'male'
      ? { they: 'he', them: 'him', their: 'his' }
      : { they: 'they', them: 'them', their: 'their' }
