import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const orderAudit = {
  'order.place': { label: 'Started an adoption', group: 'Adoptions', target: 'order' },
  'order.update': { label: 'Changed an adoption', group: 'Adoptions', target: 'order' },
  'order.approve': { label: 'Approved an adoption', group: 'Adoptions', target: 'order' },
  'order.deliver': { label: 'Handed over an animal', group: 'Adoptions', target: 'order' },
  'order.return': { label: 'Recorded a return', group: 'Adoptions', target: 'order' },
  'order.cancel': { label: 'Cancelled an adoption', group: 'Adoptions', target: 'order' },
  'order.expire': { label: 'Ended an overdue adoption', group: 'Adoptions', target: 'order' },
  'order.read': { label: 'Read an adoption', group: 'Adoptions', target: 'order', isRead: true },
  'order.list': { label: 'Listed adoptions', group: 'Adoptions', target: 'order', isRead: true },
  'order.print': { label: 'Printed a document of an adoption', group: 'Adoptions', target: 'order', isRead: true },
  'order.undo': { label: 'Undid a step of an adoption', group: 'Adoptions', target: 'order' },
  'customer.erase': {
    label: "Erased an adopter's data",
    group: "Adopters' data erased",
    target: 'order',
    isLostByRestore: true,
  },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    order: typeof orderAudit
  }
}
