import type { Pet } from './pet.ts'

/** An animal that came, changed or went. */
export type PetChange =
  | { kind: 'pet added'; after: Pet }
  | { kind: 'pet changed'; before: Pet; after: Pet }
  | { kind: 'pet removed'; before: Pet }

/** Animals that went from one account to another. */
export type PetTransferChange = {
  kind: 'pets transferred'
  from: bigint
  to: bigint
  ids: readonly bigint[]
}
