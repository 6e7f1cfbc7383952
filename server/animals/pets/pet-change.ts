import type { Pet } from './pet.ts'

/** An animal that came, changed or went. */
export type PetChange =
  | { kind: 'pet added'; after: Pet; ownerId: bigint; departed?: string | undefined }
  | ({ kind: 'pet changed'; before: Pet; after: Pet } & PetChangeReason)
  | { kind: 'pet removed'; before: Pet }

/** Why an animal changed, where its status alone does not say that. */
export type PetChangeReason = {
  /** It follows from a step of an order. */
  isOfOrder?: true
  /** It takes back a step of an order, or an import. */
  isUndo?: true
  /** How it left, where that was no adoption: "Died". */
  departed?: string | undefined
}

/** Animals that went from one account to another. */
export type PetTransferChange =
  | { kind: 'transfer begun' | 'transfer to come'; from: bigint; to: bigint }
  | { kind: 'pets transferred'; from: bigint; to: bigint; ids: readonly bigint[] }

/** Several animals were added by one request, for an account. */
export type PetBatchChange = { kind: 'batch added'; accountId: bigint }
