import type { AuditAction, AuditTarget, NewAuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { Application, ApplicationStatus } from '../../adoptions/applications/application.ts'
import type { Order, OrderStatus } from '../../adoptions/orders/order.ts'
import { changedFields } from '../../platform/changed-fields.ts'

// The entries of changes in the audit log.

export const entry = (
  action: AuditAction,
  type: AuditTarget['type'],
  id: bigint,
  fields?: readonly string[],
): NewAuditEntry => ({ action, target: { type, id }, ...(fields && { fields }) })

const orderActions = {
  placed: 'order.place',
  approved: 'order.approve',
  delivered: 'order.deliver',
  returned: 'order.return',
  cancelled: 'order.cancel',
  expired: 'order.expire',
} as const satisfies Record<OrderStatus, AuditAction>

/** Each step of an order has its own action. */
export const orderEntry = (before: Order, after: Order): NewAuditEntry => {
  const action = after.status === before.status ? 'order.update' : orderActions[after.status]
  const fields = changedFields(before, after).filter((name) => !isDerived.has(name))
  return entry(action, 'order', after.id, fields)
}

const applicationEnds: Partial<Record<ApplicationStatus, AuditAction>> = {
  approved: 'application.approve',
  declined: 'application.decline',
  withdrawn: 'application.withdraw',
}

/** The closing of an application has its own action. */
export const applicationEntry = (before: Application, after: Application): NewAuditEntry => {
  const end = after.status === before.status ? undefined : applicationEnds[after.status]
  const fields = changedFields(before, after).filter((name) => !isDerived.has(name))
  return entry(end ?? 'application.update', 'application', after.id, fields)
}

/** Fields that the service itself changes along with others. */
const isDerived = new Set(['updatedAt', 'expiresAt', 'closedAt'])
