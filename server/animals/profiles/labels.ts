import { usesMiles, usesPounds } from '../../platform/country.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Language } from '../../platform/language.ts'
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
  /** Units and money are written as in the country of the shelter. */
  organization: { country: string | null }
}

/** The texts about animals in one language. */
export type AnimalTexts = {
  language: Language
  species: Readonly<Record<Species, { one: string; many: string }>>
  sex: Readonly<Record<Sex, string>>
  size: Readonly<Record<Size, string>>
  ageBand: Readonly<Record<AgeBand, string>>
  coat: Readonly<Record<Coat, string>>
  companion: Readonly<Record<Companion, string>>
  status: Readonly<Record<'available' | 'pending' | 'sold', string>>
  /** An animal of unknown species. */
  anyAnimal: string
  twoBreeds: (one: string, other: string) => string
  mixedBreed: (kind: string) => string
  mix: (breed: string) => string
  underOneMonth: string
  weeks: (count: number) => string
  months: (count: number) => string
  years: (count: number) => string
  yearAndMonths: (year: string, months: string) => string
  /** An estimated age. */
  about: (age: string) => string
  noFee: string
  away: (distance: string) => string
  underAway: (distance: string) => string
}

/** The English labels of the API's values. */
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

/** Writes numbers, counted nouns and pairs in a language. */
export const counting = (locale: string) => {
  const rules = new Intl.PluralRules(locale)
  const lists = new Intl.ListFormat(locale)
  /** Formatting is slow, and most numbers need none. */
  const number = (value: number): string => (value < 1_000 ? String(value) : numbersIn(locale).format(value))
  const form = (value: number, one: string, other: string): string => (rules.select(value) === 'one' ? one : other)
  /** `1 animal`, `1,234 animals` */
  const count = (value: number, one: string, other: string): string => `${number(value)} ${form(value, one, other)}`
  /** `one and other` */
  const and = (one: string, other: string): string => lists.format([one, other])
  return { number, form, count, and }
}

export const kindOf = ({ species }: Pick<Labelled, 'species'>, texts: AnimalTexts): string =>
  species ? texts.species[species].one : texts.anyAnimal

/** `Beagle mix`, or the species. */
export const breedOf = (animal: Pick<Labelled, 'species' | 'breeds'>, texts: AnimalTexts): string => {
  const { primary, secondary, mixed } = animal.breeds
  const named = primary && secondary ? texts.twoBreeds(primary, secondary) : primary || secondary
  const kind = kindOf(animal, texts)
  if (!named) return mixed ? texts.mixedBreed(kind) : kind
  return mixed && !/ mix$/i.test(named) ? texts.mix(named) : named
}

/** `2 years`; undefined if unknown. An estimate is rounded to whole years. */
export const ageOf = (
  { age: { months }, birthDateExact }: Pick<Labelled, 'age' | 'birthDateExact'>,
  texts: AnimalTexts,
): string | undefined => {
  if (months === null) return undefined
  if (months < 1) return texts.underOneMonth
  if (birthDateExact === false) {
    return texts.about(months < 12 ? texts.months(months) : texts.years(Math.round(months / 12)))
  }
  if (months < 12) return texts.months(months)
  return months < 24 && months % 12 !== 0
    ? texts.yearAndMonths(texts.years(1), texts.months(months - 12))
    : texts.years(Math.floor(months / 12))
}

/** How long an animal has been waiting: `6 weeks`; undefined if it has just arrived. */
export const waitOf = (
  { publishedAtMs }: Pick<Labelled, 'publishedAtMs'>,
  nowMs: number,
  texts: AnimalTexts,
): string | undefined => {
  const days = Math.floor((nowMs - publishedAtMs) / DAY_MS)
  if (days < 7) return undefined
  if (days < 61) return texts.weeks(Math.floor(days / 7))
  const months = monthsBetween(publishedAtMs, nowMs)
  return months < 24 ? texts.months(months) : texts.years(Math.floor(months / 12))
}

/** From this many days on, a wait counts as long. */
const LONG_WAIT_DAYS = 100
export const isLongWaiting = ({ publishedAtMs }: Pick<Labelled, 'publishedAtMs'>, nowMs: number) =>
  nowMs - publishedAtMs > LONG_WAIT_DAYS * DAY_MS

/** `€220`, for an amount in minor units. */
export const feeOf = (
  { fee, organization }: Pick<Labelled, 'fee' | 'organization'>,
  { language, noFee }: AnimalTexts,
): string | undefined => {
  if (!fee) return undefined
  return fee.amount === 0 ? noFee : moneyText(fee, localeIn(language, organization.country))
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

/** `20 kg`, or `44 lb` where people use pounds. */
export const weightOf = (
  { weightGrams: grams, organization: { country } }: Pick<Labelled, 'weightGrams' | 'organization'>,
  { language }: AnimalTexts,
): string | undefined => {
  if (grams === null) return undefined
  const locale = localeIn(language, country)
  if (usesPounds(country)) {
    const pounds = grams / GRAMS_OF_POUND
    return pounds < 1
      ? unitText(Math.max(1, Math.round(pounds * 16)), 'ounce', locale)
      : unitText(pounds < 10 ? tenths(pounds) : Math.round(pounds), 'pound', locale)
  }
  return grams < 1_000 ? unitText(grams, 'gram', locale) : unitText(tenths(grams / 1_000), 'kilogram', locale)
}

const GRAMS_OF_POUND = 453.59237
const tenths = (value: number): number => Math.round(value * 10) / 10

/** How far the shelter is from the visitor's place. */
export const distanceOf = (
  { distanceMetres: metres, organization: { country } }: Pick<Labelled, 'distanceMetres' | 'organization'>,
  texts: AnimalTexts,
): string | undefined => {
  if (metres === undefined) return undefined
  const shown = (km: number) => distanceText(km, texts.language, country)
  const one = usesMiles(country) ? KM_OF_MILE : 1
  const km = metres / 1_000
  return km < one ? texts.underAway(shown(one)) : texts.away(shown(km))
}

const KM_OF_MILE = 1.609344

/** `50 km`, or `31 mi` where people use miles. */
export const distanceText = (km: number, language: Language, country: string | null): string => {
  const locale = localeIn(language, country)
  return usesMiles(country)
    ? unitText(Math.round(km / KM_OF_MILE), 'mile', locale)
    : unitText(Math.round(km), 'kilometer', locale)
}

/**
 * The locale of a language in a country. V8 never frees what it caches for a locale, so this is always one of the few
 * hundred that it has data for.
 */
const localeIn = (language: Language, country: string | null): string => {
  const tag = country === null ? language : `${language}-${country}`
  const known = locales.get(tag) ?? new Intl.ListFormat(tag).resolvedOptions().locale
  locales.set(tag, known)
  return known
}
const locales = recentlyUsed<string>(1_000)

/** `26 November 2026`, or as it is written in the country. */
export const dayText = (timeMs: number, language: Language, country: string | null): string => {
  const isDayFirst = language === 'en' && !monthFirst.has(country ?? '')
  const locale = isDayFirst ? 'en-GB' : localeIn(language, country)
  const known = days.get(locale) ?? new Intl.DateTimeFormat(locale, dayFormat)
  days.set(locale, known)
  return withFirstOfMonth(known.format(timeMs), language)
}
/** French writes `1er mai`, which its data does not have. */
export const withFirstOfMonth = (day: string, language: string): string =>
  language === 'fr' ? day.replace(/^1 /, '1er ') : day

/** Where English puts the month before the day. For other countries, its data is often that of the United States. */
const monthFirst: ReadonlySet<string> = new Set(['US', 'CA', 'PH', 'PR', 'GU', 'VI', 'AS', 'MP'])
const days = recentlyUsed<Intl.DateTimeFormat>(100)
const dayFormat = { dateStyle: 'long', timeZone: 'UTC' } as const

/** Truncates a text. */
export const shortened = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : text

const numbersIn = (locale: string): Intl.NumberFormat => formatOf(locale, 'number', {})

const unitText = (value: number, unit: string, locale: string): string =>
  formatOf(locale, unit, { style: 'unit', unit, unitDisplay: 'short' }).format(value)

/** Formats by what they write and by locale. A format's memory is not freed at once. */
const formats = recentlyUsed<Intl.NumberFormat>(200)

const formatOf = (locale: string, kind: string, options: Intl.NumberFormatOptions) => {
  const name = `${kind} ${locale}`
  const known = formats.get(name) ?? new Intl.NumberFormat(locale, options)
  formats.set(name, known)
  return known
}

const currencyOf = (currency: string, locale = 'en') => {
  const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  const format = formatOf(locale, currency, options)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return { digits, format: (amount: number) => format.format(amount) }
}
