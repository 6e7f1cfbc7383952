import type { Place } from '../animal-formats/animal-format.ts'
import { formatFor, systems } from '../animal-formats/animal-formats.ts'
import { plainName } from '../animal-formats/foreign-animal.ts'

/** Column names that shelters use in their own spreadsheets. */
const spreadsheetNames: Partial<Record<Place, readonly string[]>> = {
  externalId: ['id', 'animal id', 'tag', 'tag no', 'number', 'no', 'reference', 'code', 'animal #'],
  name: ['name', 'animal name', 'pet name', 'animal'],
  species: ['species', 'type', 'animal type', 'kind', 'intake type'],
  breed: ['breed', 'breeds', 'primary breed'],
  sex: ['sex', 'gender', 'm/f'],
  age: ['age', 'how old'],
  birthDate: ['born', 'birth date', 'date of birth', 'dob', 'birthday'],
  size: ['size'],
  weight: ['weight', 'current weight'],
  colors: ['color', 'colour', 'colors', 'colours', 'primary color'],
  coat: ['coat', 'hair'],
  status: ['status', 'outcome', 'outcome type', 'where', 'current status'],
  description: ['description', 'notes', 'bio', 'about', 'comments', 'memo'],
  fee: ['fee', 'adoption fee', 'price'],
  microchip: ['microchip', 'chip', 'microchip number', 'chip number'],
  intakeDate: ['intake date', 'date in', 'arrived', 'intake'],
  spayedNeutered: ['spayed', 'neutered', 'altered', 'fixed', 'spay/neuter', 'spayed/neutered'],
  vaccinated: ['vaccinated', 'shots', 'vaccinations'],
  houseTrained: ['house trained', 'housebroken', 'house trained?'],
  'goodWith.children': ['kids ok', 'good with kids', 'good with children', 'kids', 'children'],
  'goodWith.dogs': ['good with dogs', 'dogs ok', 'dogs'],
  'goodWith.cats': ['good with cats', 'cats ok', 'cats'],
  photos: ['photo', 'photos', 'image', 'image url', 'picture'],
}

/** The fields that columns of these names usually have, by their normalized names. */
export const usualPlaces: ReadonlyMap<string, Place> = new Map([
  ...systems
    .toReversed()
    .flatMap((system) => formatFor(system, []).rules)
    .map(({ from, to }) => [plainName(from), to] as const),
  ...Object.entries(spreadsheetNames).flatMap(([place, names]) =>
    // The keys are fields.
    names.map((name) => [plainName(name), place as Place] as const),
  ),
])
