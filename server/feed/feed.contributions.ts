import type { Contributions } from '../requests/api/module.ts'
import { eventError } from './events/event.errors.ts'
import { eventTables } from './events/events.tables.ts'
import { webhookError } from './webhooks/webhook.errors.ts'
import { webhookTables } from './webhooks/webhooks.tables.ts'

export const feedContributions = {
  tables: { ...eventTables, ...webhookTables },
  errors: { ...eventError.definitions, ...webhookError.definitions },
} satisfies Contributions
