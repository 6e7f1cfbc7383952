import type { Pet } from './pet.ts'

/** An animal that came, changed or went. */
export type PetChange =
  | { kind: 'pet added'; after: Pet; ownerId: bigint }
  | {
      kind: 'pet changed'
      before: Pet
      after: Pet
      /** It follows from a step of an order. */
      isOfOrder?: true
      /** It takes back the step of an order. */
      isUndo?: true
    }
  | { kind: 'pet removed'; before: Pet }

/** Animals that went from one account to another. */
export type PetTransferChange =
  | { kind: 'transfer begun' | 'transfer to come'; from: bigint; to: bigint }
  | { kind: 'pets transferred'; from: bigint; to: bigint; ids: readonly bigint[] }

/** Several animals were added by one request, for an account. */
export type PetBatchChange = { kind: 'batch added'; accountId: bigint }
