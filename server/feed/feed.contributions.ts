import type { Contributions } from '../requests/api/module.ts'
import { eventTables } from './events/events.tables.ts'
import { webhookTables } from './webhooks/webhooks.tables.ts'

export const feedContributions = {
  tables: { ...eventTables, ...webhookTables },
} satisfies Contributions
