import type { Animal } from '@adoption-store/client'
import { DAY_MS } from '../../platform/durations.ts'
import { breedText, companions, sexLabels } from '../profiles/profile-labels.ts'

const years = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'year', unitDisplay: 'long' })
const months = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'month',
  unitDisplay: 'long',
})

/** `2 years`, `8 months`; undefined if the date of birth is unknown. */
const shortAge = ({ age }: Pick<Animal, 'age'>): string | undefined => {
  if (age.months === null) return undefined
  return age.months < 12 ? months.format(age.months) : years.format(Math.floor(age.months / 12))
}

/** `Beagle mix · Female · 2 years`, without unknown parts. */
export const lineOf = (animal: Animal, category: string): string =>
  [breedText(animal) ?? category, animal.sex && sexLabels[animal.sex], shortAge(animal)].filter(Boolean).join(' · ')

/** The facts that adopters ask about first. */
export const tagsOf = ({ goodWith, tags }: Animal): string[] => {
  const good = Object.entries(companions).filter(([key]) => goodWith[key as keyof typeof goodWith])
  return [...good.map(([, label]) => label), ...(tags ?? [])]
}

const MAX_SHORT = 60

/** Whether a heading needs a smaller font. */
export const isLong = (name: string): boolean => name.length > MAX_SHORT

/** Undefined if the animal is not waiting. */
export const daysWaiting = ({ waitingSince }: Pick<Animal, 'waitingSince'>, nowMs: number): number | undefined =>
  waitingSince === null ? undefined : Math.max(0, Math.floor((nowMs - Date.parse(waitingSince)) / DAY_MS))

/** From this many days on, a wait counts as long. */
export const LONG_WAIT_DAYS = 60
