import type { PetStatus } from '../../animals/pets/pet.ts'

/** The effect of an animal's new status on its adoptions. */
export type AdoptionStep = {
  petId: bigint
  kind: 'adopted' | 'returned' | 'adoption undone' | 'return undone'
}

/** An animal counts as adopted while it is sold, with or without an order. */
export const adoptionStep = (
  before: { id: bigint; status: PetStatus },
  after: { status: PetStatus },
  /** Whether the change undoes a mistake. */
  isUndo = false,
): AdoptionStep | undefined => {
  const [was, is] = [before.status === 'sold', after.status === 'sold']
  if (was === is) return undefined
  const petId = before.id
  if (isUndo) return { petId, kind: is ? 'return undone' : 'adoption undone' }
  return { petId, kind: is ? 'adopted' : 'returned' }
}
