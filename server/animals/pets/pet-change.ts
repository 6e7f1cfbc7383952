import type { Pet } from './pet.ts'

/** An animal that was added, changed or removed. */
export type PetChange =
  | { kind: 'pet added'; after: Pet; ownerId: bigint; departed?: string | undefined }
  | ({ kind: 'pet changed'; before: Pet; after: Pet } & PetChangeReason)
  | { kind: 'pet removed'; before: Pet }

/** Why an animal changed, if its status alone does not show it. */
export type PetChangeReason = {
  /** It follows from a step of an order. */
  isOfOrder?: true
  /** It undoes a step of an order, or an import. */
  isUndo?: true
  /** How it left if it was not adopted, such as "Died". */
  departed?: string | undefined
}

/** Animals that were moved to another account. */
export type PetTransferChange =
  | { kind: 'transfer begun' | 'transfer to come'; from: bigint; to: bigint }
  | { kind: 'pets transferred'; from: bigint; to: bigint; ids: readonly bigint[] }

/** One request added or updated several animals for an account. */
export type PetBatchChange = { kind: 'pets changed in bulk'; accountId: bigint }
