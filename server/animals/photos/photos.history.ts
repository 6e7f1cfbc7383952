import type { HistoryActionDefinition } from '../../requests/api/history-action.ts'

const ofPet = { shows: 'pet', scope: 'pets:read' } as const
const joined = { ...ofPet, isJoined: true } as const

export const photoHistoryActions = {
  photoAdded: ofPet,
  photoChanged: joined,
  photoRemoved: ofPet,
  photosOrdered: joined,
} as const satisfies Record<string, HistoryActionDefinition>

declare module '../../requests/api/history-action.ts' {
  interface HistoryActions {
    photos: typeof photoHistoryActions
  }
}
