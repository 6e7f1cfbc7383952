import type { Species } from '../../animals/profiles/profile-values.ts'
import {
  type PetfinderType,
  petfinderCoats,
  petfinderGenders,
  petfinderTypes,
  unknownGender,
} from '../animal-formats/petfinder-words.ts'

/** Petfinder's types by name. */
export const typeNames = Object.fromEntries(Object.values(petfinderTypes).map((type) => [type, type])) as Record<
  PetfinderType,
  PetfinderType
>

export const speciesOfType = (type: PetfinderType): Species[] =>
  // The keys are our species.
  (Object.keys(petfinderTypes) as Species[]).filter((one) => petfinderTypes[one] === type)

/** The coats of a type, in Petfinder's order. */
export const coatsOf = (type: PetfinderType): string[] => {
  const { hairless, short, medium, long, wire, curly } = petfinderCoats
  switch (type) {
    case 'Dog':
      return [hairless, short, medium, long, wire, curly]
    case 'Cat':
      return [hairless, short, medium, long]
    case 'Rabbit':
      return [short, long]
    case 'Small & Furry':
      return [hairless, short, long]
    case 'Barnyard':
      return [short, long]
    default:
      return []
  }
}

/** In Petfinder's order. */
export const typesInOrder: readonly PetfinderType[] = [
  ...(['Dog', 'Cat', 'Rabbit', 'Small & Furry', 'Horse', 'Bird'] as const),
  ...(['Scales, Fins & Other', 'Barnyard'] as const),
]

export const gendersOf = (type: PetfinderType): string[] => {
  const known = Object.values(petfinderGenders)
  return type === 'Bird' || type === 'Scales, Fins & Other' ? [...known, unknownGender] : known
}
