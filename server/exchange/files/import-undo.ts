import type { Author } from '../../requests/author/author.ts'

/** An animal that was not undone. */
export type KeptAnimal = { petId: bigint; reason: string }

/** The result of undoing an import. */
export type Undone = { removed: number; restored: number; kept: KeptAnimal[] }

/** Undoing an import, as it is stored. */
export type StoredUndo = {
  /** Undefined after its end. */
  author: Author | undefined
  actsForStore: boolean
  removed: number
  restored: number
  hasEnded: boolean
}
