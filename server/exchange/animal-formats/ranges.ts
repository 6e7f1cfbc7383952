import { monthsBefore } from '../../animals/profiles/age.ts'
import type { Fee } from '../../animals/profiles/profile.ts'
import type { Species } from '../../animals/profiles/profile-values.ts'
import { latestToday } from '../../platform/time.ts'
import type { Place } from './animal-format.ts'
import { minorDigits } from './measures.ts'

/** The longest life in years, and the least and the greatest weight in grams, with room to spare. */
type Limits = { years: number; grams: readonly [least: number, most: number] }

const limits: Readonly<Record<Species, Limits>> = {
  dog: { years: 35, grams: [30, 160_000] },
  cat: { years: 40, grams: [20, 25_000] },
  rabbit: { years: 20, grams: [10, 25_000] },
  smallFurry: { years: 35, grams: [1, 20_000] },
  horse: { years: 70, grams: [3_000, 1_600_000] },
  bird: { years: 100, grams: [1, 180_000] },
  reptile: { years: 120, grams: [1, 600_000] },
  fish: { years: 100, grams: [1, 300_000] },
  barnyard: { years: 70, grams: [10, 2_000_000] },
  other: { years: 120, grams: [1, 2_000_000] },
}

/** The greatest fee in units of these currencies; others have smaller units. */
const MAX_FEE = 20_000
const largeUnits: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD'])
const MAX_SMALL_FEE = 100_000_000

/** The values of an animal that have a range, as far as its file gives them. */
export type RangedValues = {
  species?: Species | undefined
  birthDate?: string | undefined
  intakeDate?: string | undefined
  deceasedDate?: string | undefined
  weight?: number | undefined
  fee?: Fee | undefined
  /** Whether it was adopted or has left, perhaps long ago. */
  isGone: boolean
}

type RangeIssue = { place: Place; message: string }

/** The values that no animal can have, such as a dog born in 1900. */
export const rangeIssues = (values: RangedValues, nowMs: number): RangeIssue[] => {
  const { years, grams } = limits[values.species ?? 'other']
  const animal = nouns[values.species ?? 'other']
  const today = latestToday(nowMs)
  const yearsBefore = (day: string): string => dayBefore(day, years)
  const issues: RangeIssue[] = []
  const report = (place: Place, message: string) => issues.push({ place, message })

  const { intakeDate, deceasedDate, birthDate, weight, fee } = values
  const checkDay = (place: Place, day: string | undefined, earliest: string): boolean => {
    if (day === undefined) return false
    if (day > today) report(place, future)
    else if (day < earliest) report(place, `is longer ago than ${animal} can live`)
    else return true
    return false
  }
  const hasIntake = checkDay('intakeDate', intakeDate, yearsBefore(today))
  checkDay('deceasedDate', deceasedDate, yearsBefore(today))
  // An animal that has gone may have been born long before today.
  const alive = values.isGone && hasIntake && intakeDate !== undefined ? intakeDate : today
  checkDay('birthDate', birthDate, yearsBefore(alive))
  if (weight !== undefined && weight < grams[0]) report('weight', `is less than ${animal} weighs`)
  if (weight !== undefined && weight > grams[1]) report('weight', `is more than ${animal} weighs`)
  if (fee !== undefined && isTooMuch(fee)) report('fee', 'is more than an adoption costs')
  return issues
}

const future = 'must not be in the future'

const nouns: Readonly<Record<Species, string>> = {
  dog: 'a dog',
  cat: 'a cat',
  rabbit: 'a rabbit',
  smallFurry: 'a small pet',
  horse: 'a horse',
  bird: 'a bird',
  reptile: 'a reptile',
  fish: 'a fish',
  barnyard: 'a farm animal',
  other: 'an animal',
}

const dayBefore = (day: string, years: number): string =>
  new Date(monthsBefore(Date.parse(day), years * 12)).toISOString().slice(0, 10)

const isTooMuch = ({ amount, currency }: Fee): boolean => {
  const units = amount / 10 ** minorDigits(currency)
  return units > (largeUnits.has(currency) ? MAX_FEE : MAX_SMALL_FEE)
}
