import type { HistoryActionDefinition } from '../../requests/api/history-action.ts'

const ofPet = { shows: 'pet', scope: 'pets:read' } as const
const joined = { ...ofPet, isJoined: true } as const

export const petHistoryActions = {
  added: ofPet,
  changed: joined,
  moved: ofPet,
  transferred: ofPet,
} as const satisfies Record<string, HistoryActionDefinition>

declare module '../../requests/api/history-action.ts' {
  interface HistoryActions {
    pets: typeof petHistoryActions
  }
}
