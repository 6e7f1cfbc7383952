import type { Species } from '../../animals/profiles/profile-values.ts'
import type { ListedAnimal } from '../../catalogue/listings/listed-animal.ts'
import { petfinderAges } from '../animal-formats/petfinder-words.ts'
import type { AdoptionPortal } from './adoption-portal.ts'
import { choose, htmlLine, photoColumns, unknownOf, youtubeOf } from './portal-texts.ts'

const photos = ['PhotoURL', 'PhotoURL2', 'PhotoURL3', 'PhotoURL4']

const columns = [
  'Id',
  'Animal',
  'Breed',
  'Breed2',
  'Purebred',
  'Age',
  'Name',
  'Size',
  'Sex',
  'Color',
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
  ...photos,
  'YouTubeVideoURL',
]

/** Adopt-a-Pet's AutoUpload: `pets.csv`, and `import.cfg`, which describes its columns. */
export const adoptapetPortal: AdoptionPortal = {
  file: 'pets.csv',
  columns,
  missing: (animal) => [
    ...(animalOf(animal) === undefined ? [`species ${animal.species} not taken`] : []),
    ...unknownOf(animal, hasSize(animal) ? ['sex', 'age', 'breed', 'size'] : ['sex', 'age', 'breed']),
  ],
  row: (animal) => {
    const { age } = animal
    const { goodWith, breeds } = animal
    return {
      Id: String(animal.id),
      Animal: animalOf(animal) ?? '',
      Breed: breeds.primary ?? '',
      Breed2: breeds.secondary ?? '',
      Purebred: choose(breeds.mixed, ['0', '1', '0']),
      Age: age.band ? petfinderAges[age.band] : '',
      Name: animal.name,
      Size: hasSize(animal) && animal.size ? sizes[animal.size] : '',
      Sex: animal.sex === 'male' ? 'M' : 'F',
      Color: animal.colors[0] ?? '',
      Description: htmlLine(animal.description),
      Status: 'Available',
      GoodWKids: choose(goodWith.children, ['1', '0']),
      GoodWCats: choose(goodWith.cats, ['1', '0']),
      GoodWDogs: choose(goodWith.dogs, ['1', '0']),
      SpayedNeutered: choose(animal.spayedNeutered, ['1', '0']),
      ShotsCurrent: choose(animal.vaccinated, ['1', '0']),
      Housetrained: choose(animal.houseTrained, ['1', '0']),
      Declawed: choose(animal.declawed, ['1', '0']),
      SpecialNeeds: animal.specialNeeds === null ? '0' : '1',
      HairLength: hairOf(animal),
      ...photoColumns(animal, photos),
      YouTubeVideoURL: youtubeOf(animal),
    }
  },
  others: {
    'import.cfg': `; What each column of pets.csv is.\n${columns
      .map((column, at) => `#${at + 1}:${column}=${column}\n`)
      .join('')}`,
  },
}

const sizes = { small: 'S', medium: 'M', large: 'L', extraLarge: 'XL' } as const

const animals: Readonly<Partial<Record<Species, string>>> = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  smallFurry: 'Small Animal',
  horse: 'Horse',
  bird: 'Bird',
  barnyard: 'Farm Animal',
  reptile: 'Reptile',
}

const animalOf = ({ species }: ListedAnimal): string | undefined => (species ? animals[species] : undefined)

/** For any other species, a size is an error. */
const hasSize = ({ species }: ListedAnimal): boolean => species === 'dog' || species === 'cat'

const hairs: Readonly<Partial<Record<Species, readonly string[]>>> = {
  cat: ['short', 'medium', 'long'],
  rabbit: ['short', 'long'],
  smallFurry: ['hairless', 'short', 'medium', 'long'],
}

const hairOf = ({ species, coat }: ListedAnimal): string =>
  species && coat && hairs[species]?.includes(coat) ? `${coat.slice(0, 1).toUpperCase()}${coat.slice(1)}` : ''
