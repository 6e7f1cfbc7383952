import type { PetStatus } from '@adoption-store/client'

/**
 * The transitions that the API allows for an animal without an open order. The API checks each one
 * again.
 */
export const petMoves: Record<PetStatus, readonly PetStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
}

/** The label of a transition, and the text if no animal has the status. */
export const moveLabels: Record<PetStatus, { move: string; none: string }> = {
  available: { move: 'Make available', none: 'No animals are available' },
  pending: { move: 'Put on hold', none: 'No animals are on hold' },
  sold: { move: 'Mark as adopted', none: 'No animals have been adopted yet' },
}
