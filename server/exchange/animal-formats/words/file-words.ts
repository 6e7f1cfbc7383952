import type { AgeBand } from '../../../animals/profiles/age.ts'
import type { Coat, Size, Species } from '../../../animals/profiles/profile-values.ts'

/** Words separated by commas. */
type Words = string

/** The units of an age, the largest first. */
export const ageUnits = ['year', 'month', 'week', 'day'] as const
export type AgeUnit = (typeof ageUnits)[number]

/** What a word for a sex, or for neutering, can mean. */
export type SexWords = Record<
  'male' | 'female' | 'neutered' | 'intact' | 'neuteredMale' | 'neuteredFemale' | 'intactMale' | 'intactFemale',
  Words
>

/** In a status, `*` stands for any words. */
export type StatusWords = Record<
  /** On offer, and on offer but reserved. */
  | 'available'
  | 'reserved'
  /** Still in the shelter, but not on offer. */
  | 'withheld'
  | 'adopted'
  | 'died'
  /** Gone without having been adopted or having died. */
  | 'left'
  /** Words of an event that is planned or has ended, which `*` does not stand for. */
  | 'undecided',
  Words
>

/** The fields that a shelter's own spreadsheet may have columns for. */
export type ColumnPlace =
  | 'externalId'
  | 'name'
  | 'category'
  | 'status'
  | 'species'
  | 'breed'
  | 'breeds.primary'
  | 'breeds.secondary'
  | 'breeds.mixed'
  | 'birthDate'
  | 'age'
  | 'ageMonths'
  | 'ageYears'
  | 'sex'
  | 'size'
  | 'weight'
  | 'coat'
  | 'colors'
  | 'description'
  | 'tags'
  | 'houseTrained'
  | 'spayedNeutered'
  | 'vaccinated'
  | 'declawed'
  | 'specialNeeds'
  | 'goodWith.children'
  | 'goodWith.dogs'
  | 'goodWith.cats'
  | 'fee'
  | 'photos'
  | 'bondedWith'
  | 'microchip'
  | 'intakeDate'
  | 'outcomeDate'
  | 'deceasedDate'

type Month = 'jan' | 'feb' | 'mar' | 'apr' | 'may' | 'jun' | 'jul' | 'aug' | 'sep' | 'oct' | 'nov' | 'dec'
type Number = 1 | 1.5 | 2 | 2.5 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12

/**
 * How one language writes what files of shelters say. Words are compared in lower case and without
 * accents.
 */
export type FileWords = {
  columns: Record<ColumnPlace, Words>
  /** Nothing is known, or there is no name. */
  unknown: Words
  yes: Words
  no: Words
  species: Record<Species, Words>
  /** Words for animals of one sex only, which a column of species may have. */
  speciesOfOneSex: Record<'male' | 'female', Words>
  sexes: SexWords
  /** Before a word for neutering. */
  not: Words
  statuses: StatusWords
  sizes: Record<Size, Words>
  coats: Record<Coat, Words>
  vaccinated: Record<'yes' | 'no', Words>
  ages: Record<AgeBand, Words>
  ageUnits: Record<AgeUnit, Words>
  numbers: Record<Number, Words>
  /** Between two units, such as `and`. */
  and: Words
  /** Behind a number or its unit, such as `and a half`. */
  andAHalf: Words
  /** Behind an age, such as `old`. */
  old: Words
  /** Before a value, such as `about`. */
  about: Words
  months: Record<Month, Words>
  weekdays: Words
  /** A mix of breeds; also before a breed, with the words for `of`. */
  mixed: Words
  of: Words
  /** Endings of words, and those that they have in other genders and in the plural. */
  endings: Readonly<Record<string, readonly string[]>>
}
