import type { Species } from '../../animals/profiles/profile-values.ts'
import { petfinderAges, petfinderCoats } from '../animal-formats/petfinder-words.ts'
import type { AdoptionPortal } from './adoption-portal.ts'
import { choose, htmlLine, numbered, photoColumns, unknownOf } from './portal-texts.ts'

const photos = numbered('photo', 6)

/** Petfinder's import: the columns in the order of its import of August 2019. */
export const petfinderPortal: AdoptionPortal = {
  file: 'petfinder.csv',
  columns: [
    'ID',
    'Internal',
    'AnimalName',
    'PrimaryBreed',
    'SecondaryBreed',
    'Sex',
    'Size',
    'Age',
    'Desc',
    'Type',
    'Status',
    'Shots',
    'Altered',
    'NoDogs',
    'NoCats',
    'NoKids',
    'Housetrained',
    'Declawed',
    'specialNeeds',
    'Mix',
    ...photos,
    'arrival_date',
    'birth_date',
    'primaryColor',
    'secondaryColor',
    'tertiaryColor',
    'coat_length',
    'adoption_fee',
    'display_adoption_fee',
    'adoption_fee_waived',
    'special_needs_notes',
    'no_other',
    'no_other_note',
    'tags',
  ],
  missing: (animal) => unknownOf(animal, ['sex', 'age', 'breed', 'size']),
  row: (animal) => {
    const { age } = animal
    const { goodWith, breeds, fee } = animal
    const [primaryColor = '', secondaryColor = '', tertiaryColor = ''] = animal.colors
    // This portal expects dollars, and some currencies have no cents.
    const price = fee && ['USD', 'CAD'].includes(fee.currency) ? (fee.amount / 100).toFixed(2) : ''
    return {
      ID: String(animal.id),
      Internal: String(animal.id),
      AnimalName: animal.name,
      PrimaryBreed: breeds.primary ?? '',
      SecondaryBreed: breeds.secondary ?? '',
      Sex: animal.sex === 'male' ? 'M' : 'F',
      Size: animal.size ? sizes[animal.size] : '',
      Age: age.band ? petfinderAges[age.band] : '',
      Desc: htmlLine(animal.description),
      Type: types[animal.species ?? 'other'],
      Status: 'A',
      Shots: choose(animal.vaccinated, ['1', '']),
      Altered: choose(animal.spayedNeutered, ['1', '']),
      // It asks who an animal is not good with.
      NoDogs: choose(goodWith.dogs, ['0', '1']),
      NoCats: choose(goodWith.cats, ['0', '1']),
      NoKids: choose(goodWith.children, ['0', '1']),
      Housetrained: choose(animal.houseTrained, ['1', '']),
      Declawed: choose(animal.declawed, ['1', '']),
      specialNeeds: animal.specialNeeds === null ? '' : '1',
      Mix: choose(breeds.mixed, ['1', '']),
      ...photoColumns(animal, photos),
      birth_date: animal.birthDate ?? '',
      primaryColor,
      secondaryColor,
      tertiaryColor,
      coat_length: animal.coat ? petfinderCoats[animal.coat] : '',
      adoption_fee: price,
      display_adoption_fee: price === '' ? '' : '1',
      special_needs_notes: animal.specialNeeds ?? '',
      tags: animal.tags.join(','),
    }
  },
}

const sizes = { small: 'S', medium: 'M', large: 'L', extraLarge: 'XL' } as const

/** Its uploads use other words than its API. */
const types = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  smallFurry: 'Small&Furry',
  horse: 'Horse',
  bird: 'Bird',
  barnyard: 'Barnyard',
  reptile: 'Reptile',
  fish: 'Reptile',
  other: 'Reptile',
} as const satisfies Record<Species, string>
