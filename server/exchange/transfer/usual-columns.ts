import type { Place } from '../animal-formats/animal-format.ts'
import { formatFor, systems } from '../animal-formats/animal-formats.ts'
import { plainName } from '../animal-formats/foreign-animal.ts'

/** Column names that shelters use in their own spreadsheets, the clearest first. */
const spreadsheetNames: Partial<Record<Place, readonly string[]>> = {
  externalId: [
    ...['animal id', 'animal #', 'animal no', 'animal number', 'pet id', 'id', 'tag', 'tag no'],
    ...['number', 'no', '#', 'reference', 'ref', 'code', 'key'],
  ],
  name: ['animal name', 'pet name', 'name', 'animal'],
  species: ['species', 'animal type', 'pet type', 'type', 'kind', 'animal'],
  breed: ['breed', 'breeds', 'pet breed'],
  'breeds.primary': ['primary breed'],
  'breeds.secondary': ['secondary breed'],
  sex: ['sex', 'gender', 'm/f'],
  age: ['age', 'how old'],
  birthDate: ['born', 'birth date', 'date of birth', 'dob', 'birthday'],
  size: ['size'],
  weight: ['weight', 'current weight'],
  colors: ['color', 'colour', 'colors', 'colours', 'primary color'],
  coat: ['coat', 'hair'],
  status: ['status', 'current status', 'outcome type', 'outcome', 'where'],
  description: ['description', 'notes', 'bio', 'about', 'comments', 'memo'],
  fee: ['fee', 'adoption fee', 'price'],
  microchip: ['microchip', 'chip', 'microchip number', 'chip number'],
  intakeDate: ['intake date', 'date in', 'arrived', 'intake'],
  outcomeDate: ['outcome date', 'date out', 'adoption date', 'adoption/foster date', 'left on'],
  spayedNeutered: ['spayed', 'neutered', 'altered', 'fixed', 'spay/neuter', 'spayed/neutered'],
  vaccinated: ['vaccinated', 'shots', 'vaccinations'],
  houseTrained: ['house trained', 'housebroken', 'house trained?'],
  'goodWith.children': ['kids ok', 'good with kids', 'good with children', 'kids', 'children'],
  'goodWith.dogs': ['good with dogs', 'dogs ok', 'dogs'],
  'goodWith.cats': ['good with cats', 'cats ok', 'cats'],
  photos: ['photo', 'photos', 'image', 'image url', 'picture'],
}

/** The fields that columns of these names may have, by their normalized names, the likeliest first. */
export const usualPlaces: ReadonlyMap<string, readonly Place[]> = byName([
  ...Object.entries(spreadsheetNames).flatMap(([place, names]) =>
    // The keys are fields.
    names.map((name) => [name, place as Place] as const),
  ),
  ...systems
    .flatMap((system) => formatFor(system, []).rules)
    .map(({ from, to }) => [from, to] as const),
])

/** How clear it is from its name that a column has this field: less is clearer. */
export const clarity = (name: string, place: Place): number => {
  const at = (spreadsheetNames[place] ?? []).map(plainName).indexOf(plainName(name))
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

function byName(pairs: readonly (readonly [string, Place])[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>()
  for (const [name, place] of pairs) {
    const some = places.get(plainName(name)) ?? []
    if (!some.includes(place)) places.set(plainName(name), [...some, place])
  }
  return places
}
