import type { AnimalFormat, Rule } from './animal-format.ts'

/** The columns that shelters upload to Adopt-a-Pet. */
export const adoptAPetColumns: readonly Rule[] = [
  { from: 'Id', to: 'externalId' },
  { from: 'Animal', to: 'species' },
  { from: 'Animal', to: 'category' },
  { from: 'Name', to: 'name' },
  { from: 'Breed', to: 'breeds.primary' },
  { from: 'Breed2', to: 'breeds.secondary' },
  { from: 'Purebred', to: 'purebred' },
  { from: 'Age', to: 'age' },
  { from: 'Birthdate', to: 'birthDate' },
  { from: 'Size', to: 'size' },
  { from: 'Sex', to: 'sex' },
  { from: 'Color', to: 'colors' },
  { from: 'Description', to: 'description' },
  { from: 'Status', to: 'status' },
  { from: 'GoodWKids', to: 'goodWith.children' },
  { from: 'GoodWCats', to: 'goodWith.cats' },
  { from: 'GoodWDogs', to: 'goodWith.dogs' },
  { from: 'SpayedNeutered', to: 'spayedNeutered' },
  { from: 'Altered', to: 'spayedNeutered' },
  { from: 'ShotsCurrent', to: 'vaccinated' },
  { from: 'Housetrained', to: 'houseTrained' },
  { from: 'Declawed', to: 'declawed' },
  { from: 'SpecialNeeds', to: 'specialNeeds' },
  { from: 'HairLength', to: 'coat' },
  { from: 'AdoptionFee', to: 'fee' },
  { from: 'YouTubeVideoURL', to: 'videos' },
  { from: 'PhotoURL', to: 'photos' },
  ...[1, 2, 3, 4].map((number): Rule => ({ from: `PhotoURL${number}`, to: 'photos' })),
]

const before = ['Id', 'Animal', 'Breed', 'Breed2', 'Purebred', 'Age', 'Name', 'Size', 'Sex']
const after = [
  'Description',
  'Status',
  'GoodWKids',
  'GoodWCats',
  'GoodWDogs',
  'SpayedNeutered',
  'ShotsCurrent',
  'Housetrained',
  'Declawed',
  'SpecialNeeds',
  'HairLength',
  'YouTubeVideoURL',
]

/** Some programs upload the file without a header, in one of two orders. */
export const headlessAdoptAPet = { 21: [...before, ...after], 22: [...before, 'Color', ...after] }

export const adoptAPet: AnimalFormat = {
  lists: ['pets', 'animals'],
  usual: { dateOrder: 'mdy' },
  isOfferedAnyway: true,
  rules: adoptAPetColumns,
  headless: headlessAdoptAPet,
}
