import type { HistoryActionDefinition } from '../../requests/api/history-action.ts'

const ofOrder = { shows: 'order', scope: 'orders:read' } as const

export const orderHistoryActions = {
  orderPlaced: ofOrder,
  orderMoved: ofOrder,
  orderChanged: ofOrder,
  orderUndone: ofOrder,
} as const satisfies Record<string, HistoryActionDefinition>

declare module '../../requests/api/history-action.ts' {
  interface HistoryActions {
    orders: typeof orderHistoryActions
  }
}
