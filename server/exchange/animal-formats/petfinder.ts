import { lineOf, type Read, readNot } from './animal-fields.ts'
import type { AnimalFormat, Rule } from './animal-format.ts'
import { speciesOf } from './petfinder-words.ts'

/** A single colour with commas: `Tricolor (Brown, Black, & White)`. */
export const readColor: Read = (value) => {
  const color = lineOf(value)
  return color === undefined ? undefined : [color]
}

/** The columns that shelters upload to Petfinder, also written by other programs. */
export const petfinderColumns: readonly Rule[] = [
  { from: 'ID', to: 'externalId' },
  { from: 'Internal', to: 'externalId' },
  { from: 'AnimalName', to: 'name' },
  { from: 'Type', to: 'species' },
  { from: 'Type', to: 'category' },
  { from: 'PrimaryBreed', to: 'breeds.primary' },
  { from: 'SecondaryBreed', to: 'breeds.secondary' },
  { from: 'Mix', to: 'breeds.mixed' },
  { from: 'Sex', to: 'sex' },
  { from: 'Size', to: 'size' },
  { from: 'birth_date', to: 'birthDate' },
  { from: 'Age', to: 'age' },
  { from: 'Desc', to: 'description' },
  { from: 'Status', to: 'status' },
  { from: 'Shots', to: 'vaccinated' },
  { from: 'Altered', to: 'spayedNeutered' },
  { from: 'NoDogs', to: 'goodWith.dogs', read: readNot },
  { from: 'NoCats', to: 'goodWith.cats', read: readNot },
  { from: 'NoKids', to: 'goodWith.children', read: readNot },
  { from: 'Housetrained', to: 'houseTrained' },
  { from: 'Declawed', to: 'declawed' },
  { from: 'special_needs_notes', to: 'specialNeeds' },
  { from: 'specialNeeds', to: 'specialNeeds' },
  ...[1, 2, 3, 4, 5, 6].map((number): Rule => ({ from: `photo${number}`, to: 'photos' })),
  { from: 'arrival_date', to: 'intakeDate' },
  { from: 'primaryColor', to: 'colors', read: readColor },
  { from: 'secondaryColor', to: 'colors', read: readColor },
  { from: 'tertiaryColor', to: 'colors', read: readColor },
  { from: 'coat_length', to: 'coat' },
  { from: 'adoption_fee', to: 'fee' },
  { from: 'tags', to: 'tags' },
]

/** An animal of Petfinder's API, version 2, or a row of its uploads. */
export const petfinder: AnimalFormat = {
  lists: ['animals', 'animal'],
  usual: { dateOrder: 'mdy' },
  isOfferedAnyway: true,
  rules: [
    { from: 'id', to: 'externalId' },
    { from: 'organization_animal_id', to: 'externalId' },
    { from: 'name', to: 'name' },
    { from: 'kind', to: 'species' },
    { from: 'species', to: 'category' },
    { from: 'gender', to: 'sex' },
    { from: 'colors.primary', to: 'colors', read: readColor },
    { from: 'colors.secondary', to: 'colors', read: readColor },
    { from: 'colors.tertiary', to: 'colors', read: readColor },
    { from: 'breeds.primary', to: 'breeds.primary' },
    { from: 'breeds.secondary', to: 'breeds.secondary' },
    { from: 'breeds.mixed', to: 'breeds.mixed' },
    { from: 'coat', to: 'coat' },
    { from: 'attributes.spayed_neutered', to: 'spayedNeutered' },
    { from: 'attributes.house_trained', to: 'houseTrained' },
    { from: 'attributes.declawed', to: 'declawed' },
    { from: 'attributes.special_needs', to: 'specialNeeds' },
    { from: 'attributes.shots_current', to: 'vaccinated' },
    { from: 'environment.children', to: 'goodWith.children' },
    { from: 'environment.dogs', to: 'goodWith.dogs' },
    { from: 'environment.cats', to: 'goodWith.cats' },
    { from: 'description', to: 'description' },
    { from: 'photos', to: 'photos' },
    { from: 'videos', to: 'videos' },
    { from: 'published_at', to: 'publishedAt' },
    ...petfinderColumns,
  ],
  prepare: (item) => {
    if (!('species' in item || 'organization_id' in item)) return item
    const { type, species, breeds, primary_photo_cropped: cropped, _links, ...rest } = item
    const [general, precise] = [wordIn(type), wordIn(species)]
    return {
      ...rest,
      kind: speciesOf(general, precise) ?? precise ?? general,
      species: precise ?? general,
      breeds: withoutRepeat(breeds),
      // Each of these is one unmapped field, whatever it contains.
      ...(cropped != null && { primary_photo_cropped: [cropped] }),
      ...(_links != null && { _links: [_links] }),
    }
  },
}

const wordIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** `unknown` only means that there is no first breed, which shows anyway. */
const withoutRepeat = (breeds: unknown): unknown => {
  if (typeof breeds !== 'object' || breeds === null) return breeds
  const { unknown, ...rest } = breeds as Record<string, unknown>
  const isRepeat = unknown !== true || rest.primary === null || rest.primary === undefined
  return isRepeat ? rest : breeds
}
