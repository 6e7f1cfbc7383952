import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { DeliveryChange } from './delivery.ts'
import { showWebhook, versionOf, type WebhookChange } from './webhook.ts'

export const webhookConsequences: ConsequencesOf<DeliveryChange | WebhookChange> = {
  'webhook created': {
    audit: ({ webhook }) => auditEntry('webhook.create', 'webhook', webhook.id),
    notify: ['webhooks'],
  },
  'webhook changed': {
    audit: ({ before, after }) =>
      auditEntry(
        'webhook.update',
        'webhook',
        after.id,
        changedFields(versionOf(showWebhook(before)), versionOf(showWebhook(after))),
      ),
    notify: ['webhooks'],
  },
  'webhook disabled': {
    audit: ({ webhook }) => auditEntry('webhook.disable', 'webhook', webhook.id),
    event: ({ webhook }) => ({
      type: 'webhook.disabled',
      data: showWebhook(webhook),
      accountId: webhook.accountId,
    }),
    notify: ['webhooks'],
  },
  'webhook secret rotated': {
    audit: ({ webhook }) => auditEntry('webhook.rotate', 'webhook', webhook.id),
  },
  'webhook removed': { audit: ({ webhook }) => auditEntry('webhook.delete', 'webhook', webhook.id) },
  'delivery due again': {
    audit: ({ webhookId: id }) => auditEntry('webhook.redeliver', 'webhook', id),
    notify: ['dueDeliveries'],
  },
}
