import type { Application } from '../../adoptions/applications/application.ts'
import type { Order } from '../../adoptions/orders/order.ts'
import type { NewHistoryEntry } from '../../animals/history/history.ts'
import type { Pet } from '../../animals/pets/pet.ts'
import { changedFields } from '../../platform/changed-fields.ts'

/** The entries of changes in the history of their animal. */

/** `departed`: how the animal left, if its status would wrongly say that it was adopted. */
export const petHistory = (before: Pet, after: Pet, departed: string = after.status): NewHistoryEntry[] => {
  const petId = after.id
  const fields = changedFields(before, after).filter((name) => name !== 'status')
  return [
    ...(fields.length > 0 ? [{ petId, action: 'changed' as const, fields }] : []),
    ...(before.status === after.status ? [] : [{ petId, action: 'moved' as const, status: departed }]),
  ]
}

/** Publishing and unpublishing have their own entries. */
export const profileHistory = (petId: bigint, changed: readonly string[]): NewHistoryEntry[] => {
  const fields = changed.filter((name) => name !== 'published')
  return fields.length > 0 ? [{ petId, action: 'profileChanged', fields }] : []
}

export const orderHistory = (
  action: 'orderPlaced' | 'orderMoved' | 'orderUndone',
  { id: orderId, petId, status }: Order,
): NewHistoryEntry => ({ petId, action, status, orderId })

export const orderChangeHistory = (before: Order, after: Order): NewHistoryEntry[] => {
  if (before.status !== after.status) return [orderHistory('orderMoved', after)]
  const fields = changedFields(before, after).filter((name) => name !== 'updatedAt')
  return [{ petId: after.petId, action: 'orderChanged', fields, orderId: after.id }]
}

export const applicationHistory = (
  before: Application | undefined,
  { id: applicationId, petId, status }: Application,
): NewHistoryEntry[] => {
  if (petId === undefined) return []
  if (!before) return [{ petId, action: 'applicationReceived', status, applicationId }]
  return before.status === status
    ? [{ petId, action: 'applicationChanged', applicationId }]
    : [{ petId, action: 'applicationMoved', status, applicationId }]
}
