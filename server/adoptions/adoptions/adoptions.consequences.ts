import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { Consequence } from '../../requests/api/consequence.ts'
import { adoptionStep } from './adoption.ts'

/** What a change of an animal's status means for its adoption. */
export const adoptionOfPet: Consequence<PetChange & { kind: 'pet changed' }> = {
  adoption: ({ before, after, isUndo, departed }) =>
    departed === undefined ? adoptionStep(before, after, isUndo) : undefined,
}
