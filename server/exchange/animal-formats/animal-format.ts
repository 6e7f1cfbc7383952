import { readAge, readAgeInMonths, readAgeInYears } from './ages.ts'
import {
  type Circumstances,
  type Read,
  readAddresses,
  readColors,
  readLine,
  readList,
  readName,
  readNot,
  readYesNo,
} from './animal-fields.ts'
import {
  readCoat,
  readId,
  readMicrochip,
  readNeutered,
  readSize,
  readSpecialNeeds,
  readSpecies,
  readVaccinated,
} from './animal-words.ts'
import { readBreed } from './breeds.ts'
import { readDate, readDays, readDeceased } from './dates.ts'
import { readDescription } from './description.ts'
import { readFee, readWeight } from './measures.ts'
import { readSex } from './sexes.ts'
import { readStatus } from './statuses.ts'
import type { ColumnPlace } from './words/file-words.ts'

/** The fields for a file's values, and their default readers. */
export const places = {
  externalId: readId,
  name: readName,
  category: readLine,
  status: readStatus,
  published: readYesNo,
  publishedAt: (value) => value,
  species: readSpecies,
  breed: readBreed,
  'breeds.primary': readBreed,
  'breeds.secondary': readBreed,
  'breeds.mixed': readYesNo,
  purebred: readNot,
  birthDate: readDate,
  birthDateExact: readYesNo,
  birthDateEstimated: readNot,
  age: readAge,
  ageMonths: readAgeInMonths,
  ageYears: readAgeInYears,
  sex: readSex,
  size: readSize,
  weight: readWeight,
  coat: readCoat,
  colors: readColors,
  description: (value) => readDescription(value),
  tags: readList,
  houseTrained: readYesNo,
  spayedNeutered: readNeutered,
  vaccinated: readVaccinated,
  declawed: readYesNo,
  specialNeeds: readSpecialNeeds,
  'goodWith.children': readYesNo,
  'goodWith.dogs': readYesNo,
  'goodWith.cats': readYesNo,
  fee: readFee,
  videos: readAddresses,
  photos: readAddresses,
  bondedWith: readList,
  microchip: readMicrochip,
  intakeDate: readDate,
  outcomeDate: readDays,
  deceasedDate: readDeceased,
} as const satisfies Record<ColumnPlace | OtherPlace, Read>

/** Fields for which a spreadsheet has no column of its own. */
type OtherPlace = 'published' | 'publishedAt' | 'purebred' | 'birthDateExact' | 'birthDateEstimated' | 'videos'

export type Place = keyof typeof places

export const placeNames = Object.keys(places) as Place[]

/** A rule for a value: its field in the file, its target, and how it is read. */
export type Rule = { from: string; to: Place; read?: Read }

/** The format of another system. */
export type AnimalFormat = {
  /** In JSON: the names of arrays of animals, or of a single animal. */
  lists: readonly string[]
  /** The first rule wins if several fields have the same target; lists are combined. */
  rules: readonly Rule[]
  /** Whether two columns for one text are joined, as somebody has mapped both. */
  joinsTexts?: boolean
  /** Fields that only repeat others. */
  repeats?: readonly string[]
  /** The columns of a file without a header, by their number. */
  headless?: Readonly<Record<number, readonly string[]>>
  /** Converts an item of the file into one object of fields. */
  prepare?: (item: Record<string, unknown>, others: Included) => Record<string, unknown>
  /** The part of an included resource to store; without it, nothing is stored. */
  keepsOf?: (resource: Record<string, unknown>) => unknown
  /** The default context, unless the command overrides it. */
  usual?: Pick<Circumstances, 'dateOrder'>
  /** Whether an animal without a status is available. */
  isOfferedAnyway?: boolean
  /** Whether a row is not about an animal itself, but about a treatment, a cost or a photo of it. */
  isOtherRow?: (item: Record<string, unknown>) => boolean
}

/** The included resources of a JSON:API document, by `type:id`. */
export type Included = ReadonlyMap<string, unknown>
