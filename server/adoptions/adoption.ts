import type { PetStatus } from '../pets/pet.ts'

/** What an animal's new status means for its adoptions. */
export type AdoptionStep = { petId: bigint; kind: 'adopted' | 'returned' }

/** An animal is adopted while it is sold, by an order or without one. */
export const adoptionStep = (
  before: { id: bigint; status: PetStatus },
  after: { status: PetStatus },
): AdoptionStep | undefined => {
  const [was, is] = [before.status === 'sold', after.status === 'sold']
  return was === is ? undefined : { petId: before.id, kind: is ? 'adopted' : 'returned' }
}
