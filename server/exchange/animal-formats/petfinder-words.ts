import type { PetStatus } from '../../animals/pets/pet.ts'
import type { AgeBand } from '../../animals/profiles/age.ts'
import type { Coat, Sex, Size, Species } from '../../animals/profiles/profile-values.ts'

/**
 * The terms of Petfinder's API (version 2) for our values, and vice versa. Breeds, colours and tags are free text on
 * both sides.
 */

/** `type`: three of our species share the last one. */
export const petfinderTypes = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  smallFurry: 'Small & Furry',
  horse: 'Horse',
  bird: 'Bird',
  barnyard: 'Barnyard',
  reptile: 'Scales, Fins & Other',
  fish: 'Scales, Fins & Other',
  other: 'Scales, Fins & Other',
} as const satisfies Record<Species, string>

export type PetfinderType = (typeof petfinderTypes)[Species]

/** `species` of an animal for which only our species is known. */
export const petfinderSpecies = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  horse: 'Horse',
  bird: 'Bird',
  smallFurry: 'Small & Furry',
  barnyard: 'Barnyard',
  reptile: 'Reptile',
  fish: 'Fish',
  other: 'Other',
} as const satisfies Record<Species, string>

/** Petfinder's more precise species; our category stores that word. */
const preciseSpecies = {
  smallFurry: [
    'Chinchilla',
    'Degu',
    'Ferret',
    'Gerbil',
    'Guinea Pig',
    'Hamster',
    'Hedgehog',
    'Mouse',
    'Prairie Dog',
    'Rat',
    'Skunk',
    'Sugar Glider',
  ],
  horse: ['Donkey', 'Miniature Horse', 'Mule', 'Pony'],
  bird: [
    'Budgie',
    'Canary',
    'Chicken',
    'Cockatiel',
    'Cockatoo',
    'Conure',
    'Dove',
    'Duck',
    'Emu',
    'Finch',
    'Goose',
    'Guinea Fowl',
    'Lory',
    'Lovebird',
    'Macaw',
    'Parakeet',
    'Parrot',
    'Peacock',
    'Pheasant',
    'Pigeon',
    'Quail',
    'Rooster',
    'Swan',
    'Toucan',
    'Turkey',
  ],
  barnyard: ['Alpaca', 'Cow', 'Goat', 'Llama', 'Pig', 'Pot Bellied', 'Pot Bellied Pig', 'Sheep'],
  reptile: [
    'Bearded Dragon',
    'Chameleon',
    'Gecko',
    'Iguana',
    'Lizard',
    'Python',
    'Snake',
    'Tortoise',
    'Turtle',
    'Water Dragon',
  ],
  fish: ['Goldfish', 'Koi'],
  other: ['Frog', 'Hermit Crab', 'Salamander', 'Scorpion', 'Tarantula', 'Toad'],
} as const satisfies Partial<Record<Species, readonly string[]>>

export const petfinderAges = {
  baby: 'Baby',
  young: 'Young',
  adult: 'Adult',
  senior: 'Senior',
} as const satisfies Record<AgeBand, string>

export const petfinderGenders = {
  male: 'Male',
  female: 'Female',
} as const satisfies Record<Sex, string>
export const unknownGender = 'Unknown'

export const petfinderSizes = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  extraLarge: 'Extra Large',
} as const satisfies Record<Size, string>

export const petfinderCoats = {
  hairless: 'Hairless',
  short: 'Short',
  medium: 'Medium',
  long: 'Long',
  wire: 'Wire',
  curly: 'Curly',
} as const satisfies Record<Coat, string>

/** Petfinder has no word for an animal on hold, so it is shown as adoptable. */
export const petfinderStatuses = {
  available: 'adoptable',
  pending: 'adoptable',
  sold: 'adopted',
} as const satisfies Record<PetStatus, string>

/**
 * Our value for a word of such a table, in any spelling (`xlarge`, `small-furry`); undefined for an
 * unknown word.
 */
export const valueOfWord = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  word: string,
): Value | undefined => {
  const plain = plainWord(word)
  // `Object.keys` loses the type of the keys.
  const values = Object.keys(words) as Value[]
  return values.find((value) => plainWord(words[value]) === plain || plainWord(value) === plain)
}

/** Our species for Petfinder's type and species: the more precise word decides. */
export const speciesOf = (type: string | undefined, word: string | undefined): Species | undefined =>
  knownSpecies(word) ?? knownSpecies(type)

const knownSpecies = (word: string | undefined): Species | undefined => {
  if (word === undefined) return undefined
  const plain = plainWord(word)
  if (plain === plainWord(petfinderTypes.other)) return 'other'
  return valueOfWord(petfinderSpecies, word) ?? valueOfWord(petfinderTypes, word) ?? precise.get(plain)
}

/**
 * Petfinder's more precise word for a category, if there is one: an import uses it as the name of
 * the category.
 */
export const preciseName = (species: Species | null, category: string | undefined): string | undefined => {
  if (species === null || category === undefined) return undefined
  const name = category.trim()
  const one = plainWord(name.replace(/s$/, ''))
  const words: readonly string[] =
    species in preciseSpecies ? preciseSpecies[species as keyof typeof preciseSpecies] : []
  const known = words.find((word) => [one, plainWord(name)].includes(plainWord(word)))
  // For other animals, the name of the category is more specific than our species.
  return known ?? (species === 'other' && knownSpecies(name) === undefined ? name : undefined)
}

/** Letters only, in lower case; Petfinder's queries use `x` for "extra". */
const plainWord = (word: string): string => {
  const letters = word
    .toLowerCase()
    .replaceAll('and', '')
    .replaceAll(/[^a-z]/g, '')
  return letters === 'xlarge' ? 'extralarge' : letters
}

const precise = new Map(
  Object.entries(preciseSpecies).flatMap(([species, words]) =>
    // The keys are those of the table.
    words.map((word) => [plainWord(word), species as Species] as const),
  ),
)

/** The typical age in months of an animal in a band. */
const typicalMonths: Record<AgeBand, number> = { baby: 6, young: 24, adult: 60, senior: 120 }

/** A date of birth in the middle of a band, for a profile whose `birthDateExact` is false. */
export const typicalBirthDate = (band: AgeBand, nowMs: number): string => {
  const now = new Date(nowMs)
  const born = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - typicalMonths[band], 1))
  return born.toISOString().slice(0, 10)
}
