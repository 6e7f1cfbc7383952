import type { PetStatus } from '@adoption-store/client'

/** In the order of an adoption. */
export const petStatuses: readonly PetStatus[] = ['available', 'pending', 'sold']

/** What the store lets staff do with an animal that no order holds; it decides for itself all the same. */
export const petMoves: Record<PetStatus, readonly PetStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
}

export const statusWords: Record<PetStatus, { title: string; move: string; colour: string }> = {
  available: { title: 'Available', move: 'Make available', colour: 'pine' },
  pending: { title: 'Pending', move: 'Mark as pending', colour: 'orange' },
  sold: { title: 'Sold', move: 'Mark as sold', colour: 'gray' },
}
