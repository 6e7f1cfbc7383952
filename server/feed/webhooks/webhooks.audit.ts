import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const webhookAudit = {
  'webhook.create': { label: 'Created a webhook', group: 'Webhooks', target: 'webhook' },
  'webhook.update': { label: 'Changed a webhook', group: 'Webhooks', target: 'webhook' },
  'webhook.disable': { label: 'Disabled a webhook', group: 'Webhooks', target: 'webhook' },
  'webhook.rotate': { label: "Rotated a webhook's secret", group: 'Webhooks', target: 'webhook' },
  'webhook.delete': { label: 'Deleted a webhook', group: 'Webhooks', target: 'webhook' },
  'webhook.redeliver': { label: 'Sent an event again', group: 'Webhooks', target: 'webhook' },
  'delivery.read': { label: 'Read a delivery of a webhook', group: 'Deliveries read', target: 'webhook', isRead: true },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    webhook: typeof webhookAudit
  }
}
