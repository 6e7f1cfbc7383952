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
import { readDate, readPastDate } from './dates.ts'
import { readDescription } from './description.ts'
import { readFee, readWeight } from './measures.ts'
import { readSex } from './sexes.ts'
import { readStatus } from './statuses.ts'

/** Where a value of a file can go, and how it is read unless a format says otherwise. */
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
  birthDate: readPastDate,
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
} as const satisfies Record<string, Read>

export type Place = keyof typeof places

export const placeNames = Object.keys(places) as Place[]

/** A value that goes somewhere: of what field, and how it is read. */
export type Rule = { from: string; to: Place; read?: Read }

/** How a system writes animals down. */
export type AnimalFormat = {
  /** In JSON: the names of arrays that hold animals, or of one animal. */
  lists: readonly string[]
  /** What comes first wins, where several fields say the same; of lists, all count. */
  rules: readonly Rule[]
  /** Fields that say nothing which others do not say. */
  repeats?: readonly string[]
  /** The columns of a file without a header, by their number. */
  headless?: Readonly<Record<number, readonly string[]>>
  /** Makes one object of fields from what the file has. */
  prepare?: (item: Record<string, unknown>, others: Included) => Record<string, unknown>
  /** What is kept of a resource that a document includes; without it, nothing. */
  keepsOf?: (resource: Record<string, unknown>) => unknown
  /** What is read with, unless the command says otherwise. */
  usual?: Pick<Circumstances, 'dateOrder'>
  /** Whether an animal without a status is offered. */
  isOfferedAnyway?: boolean
  /** Whether a row says nothing of an animal, but of what was done for one. */
  isOtherRow?: (item: Record<string, unknown>) => boolean
}

/** What a document of JSON:API says of others, by `type:id`. */
export type Included = ReadonlyMap<string, unknown>
