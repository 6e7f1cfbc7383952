import type { Species } from '../../animals/profiles/profile-values.ts'
import { petfinderAges } from '../animal-formats/petfinder-words.ts'
import type { AdoptionPortal } from './adoption-portal.ts'
import { choose, htmlLine, numbered, photoColumns, unknownOf, youtubeOf } from './portal-texts.ts'

const photos = numbered('photo', 4)
const yesNo = ['Yes', 'No'] as const
const MAX_NAME = 50

/**
 * RescueGroups' import accounts, with the fields and values that it supports. Unknown ones are
 * blank.
 */
export const rescuegroupsPortal: AdoptionPortal = {
  file: 'pets.csv',
  columns: [
    'externalID',
    'status',
    'name',
    'type',
    'priBreed',
    'secBreed',
    'mix',
    'sex',
    'age',
    'okwithdogs',
    'okwithcats',
    'okwithkids',
    'declawed',
    'housebroken',
    'specialNeeds',
    'altered',
    'size',
    'uptodate',
    'color',
    'coatLength',
    'courtesy',
    'dsc',
    ...photos,
    'videoUrl',
  ],
  missing: (animal) => [
    ...(animal.species === 'other' ? ['species other not taken'] : []),
    ...(animal.name.length > MAX_NAME ? [`name longer than ${MAX_NAME} characters`] : []),
    ...(animal.species === 'dog' ? [] : unknownOf(animal, ['breed'])),
  ],
  row: (animal) => {
    const { age } = animal
    const { goodWith, breeds, coat } = animal
    return {
      externalID: String(animal.id),
      status: 'Available',
      name: animal.name,
      type: types[animal.species ?? 'other'],
      priBreed: breeds.primary ?? '',
      secBreed: breeds.secondary ?? '',
      mix: choose(breeds.mixed, yesNo),
      sex: animal.sex === null ? '' : animal.sex === 'male' ? 'Male' : 'Female',
      age: age.band ? petfinderAges[age.band] : '',
      okwithdogs: choose(goodWith.dogs, yesNo),
      okwithcats: choose(goodWith.cats, yesNo),
      okwithkids: choose(goodWith.children, yesNo),
      declawed: choose(animal.declawed, yesNo),
      housebroken: choose(animal.houseTrained, yesNo),
      specialNeeds: animal.specialNeeds === null ? 'No' : 'Yes',
      altered: choose(animal.spayedNeutered, yesNo),
      size: animal.size ? sizes[animal.size] : '',
      uptodate: choose(animal.vaccinated, yesNo),
      color: animal.colors[0] ?? '',
      coatLength: coat ? (coats[coat] ?? '') : '',
      courtesy: 'No',
      dsc: htmlLine(animal.description),
      ...photoColumns(animal, photos),
      videoUrl: youtubeOf(animal),
    }
  },
}

const sizes = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  extraLarge: 'X-Large',
} as const

const coats: Readonly<Record<string, string>> = { short: 'Short', medium: 'Medium', long: 'Long' }

const types = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  smallFurry: 'Small & Furry',
  horse: 'Horse',
  bird: 'Bird',
  barnyard: 'Barnyard',
  reptile: 'Reptile',
  fish: 'Fish',
  other: '',
} as const satisfies Record<Species, string>
