import type { PetStatus } from '../../animals/pets/pet.ts'

/** What an animal's new status means for its adoptions. */
export type AdoptionStep = {
  petId: bigint
  kind: 'adopted' | 'returned' | 'adoption undone' | 'return undone'
}

/** An animal is adopted while it is sold, by an order or without one. */
export const adoptionStep = (
  before: { id: bigint; status: PetStatus },
  after: { status: PetStatus },
  /** Whether it takes back what was a mistake. */
  isUndo = false,
): AdoptionStep | undefined => {
  const [was, is] = [before.status === 'sold', after.status === 'sold']
  if (was === is) return undefined
  const petId = before.id
  if (isUndo) return { petId, kind: is ? 'return undone' : 'adoption undone' }
  return { petId, kind: is ? 'adopted' : 'returned' }
}
