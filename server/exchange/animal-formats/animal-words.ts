import type { PetStatus } from '../../animals/pets/pet.ts'
import { type AgeBand, ageBands } from '../../animals/profiles/age.ts'
import {
  type Coat,
  coats,
  type Sex,
  type Size,
  type Species,
} from '../../animals/profiles/profile-values.ts'
import { type Read, Unreadable, wordOf, yesOrNo } from './animal-fields.ts'
import { petfinderSizes, speciesOf, typicalBirthDate, valueOfWord } from './petfinder-words.ts'

/** The words that shelters and their programs use for what a profile holds. */

const speciesWords: Record<string, Species> = {
  ...{ puppy: 'dog', canine: 'dog', kitten: 'cat', feline: 'cat', bunny: 'rabbit', avian: 'bird' },
  ...{ parrot: 'bird', parakeet: 'bird', fowl: 'bird', poultry: 'barnyard', livestock: 'barnyard' },
  ...{ 'small animal': 'smallFurry', 'small & furry': 'smallFurry', smallanimal: 'smallFurry' },
  ...{
    'small&furry': 'smallFurry',
    rodent: 'smallFurry',
    equine: 'horse',
    'farm animal': 'barnyard',
  },
  ...{ 'farm type animal': 'barnyard', 'barn yard': 'barnyard', terrapin: 'reptile', owl: 'bird' },
  ...{ amphibian: 'other', exotic: 'other', wildlife: 'other', miscellaneous: 'other' },
}

export const readSpecies: Read = (value): Species | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const one = word.replace(/s$/, '')
  const known =
    speciesWords[word] ??
    speciesWords[one] ??
    speciesOf(undefined, word) ??
    speciesOf(undefined, one)
  if (known) return known
  throw new Unreadable('is no species that is known here; the category keeps the word')
}

export const readSex: Read = (value): Sex | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  if (/^(?:m|male|boy|neutered male|male \(neutered\)|nm|mn)$/.test(word)) return 'male'
  if (/^(?:f|female|girl|spayed female|female \(spayed\)|sf|fs)$/.test(word)) return 'female'
  throw new Unreadable('must be male, female or unknown')
}

const sizeWords: Record<string, Size> = {
  ...{ s: 'small', 'x-small': 'small', 'extra small': 'small', toy: 'small', tiny: 'small' },
  ...{ m: 'medium', med: 'medium', l: 'large', xl: 'extraLarge', 'x-large': 'extraLarge' },
  ...{ 'very large': 'extraLarge', 'x large': 'extraLarge', giant: 'extraLarge' },
}

export const readSize: Read = (value): Size | undefined => {
  // Some add what it means: "Large (60-99)".
  const word = wordOf(value)?.replace(/ ?\([^()]{0,60}\)$/, '')
  if (word === undefined) return undefined
  const known = sizeWords[word] ?? valueOfWord(petfinderSizes, word)
  if (known) return known
  throw new Unreadable('must be small, medium, large or extra large')
}

const coatWords: Record<string, Coat> = {
  ...{ smooth: 'short', shorthair: 'short', 'short hair': 'short', 'short coat': 'short' },
  ...{ longhair: 'long', 'long hair': 'long', 'long coat': 'long', 'medium hair': 'medium' },
  ...{
    mediumhair: 'medium',
    wirehaired: 'wire',
    'wire haired': 'wire',
    wiry: 'wire',
    rough: 'wire',
  },
}

export const readCoat: Read = (value): Coat | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const known = coatWords[word] ?? coats.find((coat) => coat === word)
  if (known) return known
  throw new Unreadable(`must be one of ${coats.join(', ')}`)
}

export type ReadStatus = { status: PetStatus; isOffered: boolean }

const available = /^(?:a|available.*|adoptable|up for adoption|for adoption|publishable|active)$/
const pending = /^(?:h|held|hold|on hold.*|pending.*|adoption pending|reserved|reserve|trial.*)$/
const sold = /^(?:x|sold|adopted.*|adoption|rehomed|healthy in home|sold\/adopted)$/
/** Still there, but not offered. */
const kept =
  /^(?:f|found|foster.*|in foster.*|quarantine.*|stray.*|in custody.*|not available.*|unavailable.*|not for adoption|medical.*|behaviou?r.*|welfare.*|intake.*|awaiting.*|in clinic.*|passed stray.*)$/

/** Whether it is there for others than its shelter: an animal that is kept back goes in as a draft. */
export const readStatus: Read = (value): ReadStatus | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  if (available.test(word)) return { status: 'available', isOffered: true }
  if (pending.test(word)) return { status: 'pending', isOffered: true }
  if (sold.test(word)) return { status: 'sold', isOffered: true }
  if (kept.test(word)) return { status: 'pending', isOffered: false }
  throw new Unreadable('is no status that is known here; the animal came in as a draft on hold')
}

/** `1` is that it must not be offered. */
export const readWithheld: Read = (value): ReadStatus | undefined =>
  yesOrNo(value) ? { status: 'pending', isOffered: false } : undefined

const bandWords: Record<string, AgeBand> = {
  ...{ puppy: 'baby', kitten: 'baby', infant: 'baby', juvenile: 'young', 'young adult': 'young' },
  ...{
    'adult dog': 'adult',
    'adult cat': 'adult',
    mature: 'adult',
    old: 'senior',
    geriatric: 'senior',
  },
}
const AGE_PART =
  /(\d{1,3}(?:\.\d{1,2})?) ?(y|yr|yrs|year|years|m|mo|mos|mth|mths|month|months|w|wk|wks|week|weeks|d|day|days)\b/g
const DAYS: Record<string, number> = { y: 365.25, m: 30.437, w: 7, d: 1 }
const DAY_MS = 86_400_000

/** The birth date that an age means: a word (`Senior`), or `2 years 3 months`. It is an estimate. */
export const readAge: Read = (value, { nowMs }) => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const band = ageBands.find((name) => name === word) ?? bandWords[word]
  if (band) return typicalBirthDate(band, nowMs)
  const parts = [...word.matchAll(AGE_PART)]
  if (parts.length === 0) throw new Unreadable('must be an age such as 2 years 3 months')
  const days = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (DAYS[unit.charAt(0)] ?? 0),
    0,
  )
  return bornBefore(days, nowMs)
}

const aged =
  (daysOfOne: number): Read =>
  (value, { nowMs }) => {
    const word = wordOf(value)
    if (word === undefined) return undefined
    const count = Number(word)
    if (Number.isFinite(count) && count >= 0) return bornBefore(count * daysOfOne, nowMs)
    return readAge(value, { nowMs })
  }

export const readAgeInMonths = aged(30.437)
export const readAgeInYears = aged(365.25)

const bornBefore = (days: number, nowMs: number): string => {
  if (days > 365 * 200) throw new Unreadable('is older than any animal')
  return new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10)
}

export type ReadBreed = { primary: string; secondary?: string; mixed?: boolean }

/** `Labrador Retriever / Poodle (Standard) Mix` */
export const readBreed: Read = (value): ReadBreed | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const text = String(value).trim()
  const isMixed = /(?:\bmix(?:ed)?|\bcross|\bx)$/i.test(text)
  const plain = text.replace(/[ ,/-]{0,3}\b(?:mix|cross|x)$/i, '')
  const [primary = '', secondary] = plain
    .split(/\s?\/\s?|\s?&\s|,\s|\s[xX]\s/)
    .map((part) => part.trim())
  if (primary === '') return { primary: text }
  const isOther = secondary !== undefined && secondary !== ''
  return {
    primary,
    ...(isOther && { secondary }),
    ...((isMixed || isOther) && { mixed: true }),
  }
}

/** A text that says what there is to care for, or that there is something. */
export const readSpecialNeeds: Read = (value): string | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  try {
    return yesOrNo(value) ? 'Has special needs.' : undefined
  } catch (error) {
    if (error instanceof Unreadable) return String(value).trim()
    throw error
  }
}

/** `981 020 033 339 853` */
export const readMicrochip: Read = (value): string | undefined => {
  const plain = wordOf(value)?.replaceAll(/[\s-]/g, '')
  if (plain === undefined || plain === '' || plain === '0') return undefined
  return String(value).replaceAll(/[\s-]/g, '')
}
