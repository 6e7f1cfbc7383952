import type { Profile } from '@adoption-store/client'
import { currencyDigits } from '../../platform/currency-digits.ts'
import { speciesLabels } from '../../platform/species-labels.ts'

type Values<Field extends keyof Profile> = Exclude<Profile[Field], null | undefined> & string
type Labels<Field extends keyof Profile> = Readonly<Record<Values<Field>, string>>

// Labels of a profile's values for staff.

export const sexLabels: Labels<'sex'> = { female: 'Female', male: 'Male' }

export const sizeLabels: Labels<'size'> = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  extraLarge: 'Extra large',
}

export const coatLabels: Labels<'coat'> = {
  hairless: 'Hairless',
  short: 'Short',
  medium: 'Medium',
  long: 'Long',
  wire: 'Wire',
  curly: 'Curly',
}

/** Facts that are true, false or unknown. */
export const traits = {
  houseTrained: 'House-trained',
  spayedNeutered: 'Spayed or neutered',
  vaccinated: 'Vaccinated',
  declawed: 'Declawed',
} as const satisfies Partial<Record<keyof Profile, string>>

export const companions = {
  children: 'Children',
  dogs: 'Dogs',
  cats: 'Cats',
} as const satisfies Record<keyof Profile['goodWith'], string>

/** `Beagle mix`; the species if no breed is known, and undefined if neither is. */
export const breedText = ({ species, breeds }: Pick<Profile, 'species' | 'breeds'>): string | undefined => {
  const named = [breeds.primary, breeds.secondary].filter(Boolean).join(' and ')
  if (named === '') {
    const kind = species ? speciesLabels[species] : undefined
    return kind && breeds.mixed ? `${kind}, mixed breed` : kind
  }
  return breeds.mixed && !/ mix$/i.test(named) ? `${named} mix` : named
}

/** `1 year and 4 months`, `2 years`, `about 3 years`, as on the adoption site; undefined if unknown. */
export const ageText = (
  { birthDate, birthDateExact }: Pick<Profile, 'birthDate' | 'birthDateExact'>,
  now = new Date(),
): string | undefined => {
  if (!birthDate) return undefined
  const born = new Date(`${birthDate}T00:00:00`)
  const isDayBefore = now.getDate() < born.getDate()
  const months =
    (now.getFullYear() - born.getFullYear()) * 12 + (now.getMonth() - born.getMonth()) - (isDayBefore ? 1 : 0)
  if (months < 1) return 'under 1 month'
  if (birthDateExact === false) {
    return `about ${months < 12 ? plural(months, 'month') : plural(Math.round(months / 12), 'year')}`
  }
  if (months < 12) return plural(months, 'month')
  return months < 24 && months > 12
    ? `1 year and ${plural(months - 12, 'month')}`
    : plural(Math.floor(months / 12), 'year')
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const GRAMS_IN_POUND = 453.592_37

/** `14.2 kg` or `31.3 lb`, in the reader's language. */
export const weightText = ({ weightGrams: grams }: Profile, shelterUnit: 'kg' | 'lb'): string | undefined => {
  if (grams === null) return undefined
  const [value, unit] =
    shelterUnit === 'lb'
      ? [grams / GRAMS_IN_POUND, 'pound']
      : grams < 1_000
        ? [grams, 'gram']
        : [grams / 1_000, 'kilogram']
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    maximumFractionDigits: 2,
  }).format(value)
}

/** `€220.00`, in the reader's language. */
export const feeText = ({ fee }: Pick<Profile, 'fee'>): string | undefined => {
  if (!fee) return undefined
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency: fee.currency })
  return format.format(fee.amount / 10 ** currencyDigits(fee.currency))
}

/** A day, in the reader's language, whatever their time zone. */
export const dayText = (date: string): string =>
  new Date(`${date}T00:00:00`).toLocaleDateString(undefined, { dateStyle: 'long' })
