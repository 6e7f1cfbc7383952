import type { Contributions } from '../requests/api/module.ts'
import { eventError } from './events/event.errors.ts'
import { eventAudit } from './events/events.audit.ts'
import { eventTables } from './events/events.tables.ts'
import { webhookError } from './webhooks/webhook.errors.ts'
import { webhookAudit } from './webhooks/webhooks.audit.ts'
import { webhookEvents } from './webhooks/webhooks.events.ts'
import { webhookTables } from './webhooks/webhooks.tables.ts'

export const feedContributions = {
  events: { ...webhookEvents },
  tables: { ...eventTables, ...webhookTables },
  errors: { ...eventError.definitions, ...webhookError.definitions },
  auditActions: { ...eventAudit, ...webhookAudit },
} satisfies Contributions
