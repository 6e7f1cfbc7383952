import { auditEntry, type NewAuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { NewHistoryEntry } from '../../animals/history/history.ts'
import type { NewEvent } from '../../feed/events/event.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { AuditAction } from '../../requests/api/audit-action.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import {
  type Order,
  type OrderChange,
  type OrderSides,
  type OrderStatus,
  orderLocation,
  withoutCustomer,
} from './order.ts'

export const orderConsequences: ConsequencesOf<OrderChange> = {
  'order placed': {
    audit: ({ after }) => auditEntry('order.place', 'order', after.id),
    event: ({ after, ...sides }) => orderEvent('order.placed', after, sides),
    history: ({ after }) => [orderHistory('orderPlaced', after)],
  },
  'order changed': {
    audit: ({ before, after }) => orderEntry(before, after),
    event: ({ after, ...sides }) => orderEvent('order.updated', after, sides),
    history: ({ before, after }) => orderChangeHistory(before, after),
  },
  'order step undone': {
    audit: ({ after }) => auditEntry('order.undo', 'order', after.id),
    event: ({ after, ...sides }) => orderEvent('order.updated', after, sides),
    history: ({ after }) => [orderHistory('orderUndone', after)],
  },
  'customer erased': {
    audit: ({ orderId }) => auditEntry('customer.erase', 'order', orderId),
    // Past events and stored responses are rewritten too, and with them the webhooks that are still to be sent.
    rewrite: ({ orderId, eventsAfter }) => ({
      events: { subject: { type: 'order', id: orderId }, after: eventsAfter },
      location: orderLocation(orderId),
      json: withoutCustomer,
    }),
  },
}

const orderActions = {
  placed: 'order.place',
  approved: 'order.approve',
  delivered: 'order.deliver',
  returned: 'order.return',
  cancelled: 'order.cancel',
  expired: 'order.expire',
} as const satisfies Record<OrderStatus, AuditAction>

/** Each step of an order has its own action. */
const orderEntry = (before: Order, after: Order): NewAuditEntry => {
  const action = after.status === before.status ? 'order.update' : orderActions[after.status]
  const fields = changedFields(before, after).filter((name) => name !== 'updatedAt' && name !== 'expiresAt')
  return auditEntry(action, 'order', after.id, fields)
}

/** Only the two accounts that may see an order see its events. */
const orderEvent = (
  type: 'order.placed' | 'order.updated',
  order: Order,
  { placedBy, ownerId }: OrderSides,
): NewEvent => ({ type, data: order, subject: { type: 'order', id: order.id }, accountId: placedBy, ownerId })

const orderHistory = (
  action: 'orderPlaced' | 'orderMoved' | 'orderUndone',
  { id, petId, status }: Order,
): NewHistoryEntry => ({ petId, action, status, subject: { type: 'order', id } })

const orderChangeHistory = (before: Order, after: Order): NewHistoryEntry[] => {
  if (before.status !== after.status) return [orderHistory('orderMoved', after)]
  const fields = changedFields(before, after).filter((name) => name !== 'updatedAt')
  return [{ petId: after.petId, action: 'orderChanged', fields, subject: { type: 'order', id: after.id } }]
}
