import type { PetStatus } from '@adoption-store/client'

/** The moves that the API allows for an animal without an open order. The API checks each one again. */
export const petMoves: Record<PetStatus, readonly PetStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
}

type StatusLabels = { title: string; move: string; none: string; colour: string }

export const statusLabels: Record<PetStatus, StatusLabels> = {
  available: {
    title: 'Available',
    move: 'Make available',
    none: 'No animals are available',
    colour: 'pine',
  },
  pending: {
    title: 'On hold',
    move: 'Put on hold',
    none: 'No animals are on hold',
    colour: 'orange',
  },
  sold: {
    title: 'Adopted',
    move: 'Mark as adopted',
    none: 'No animals have been adopted yet',
    colour: 'gray',
  },
}
