import type { CopiedTables } from '../platform/storage/copy.ts'

/** Every table, those that are referred to first. The feed has one row, from the start. */
export const copiedTables = {
  accounts: { key: ['id'], isGiven: true },
  api_keys: { key: ['id'], isGiven: true },
  pets: { key: ['id'], isGiven: true },
  profiles: { key: ['pet_id'] },
  organizations: { key: ['account_id'] },
  listings: { key: ['pet_id'] },
  listing_terms: { key: ['term', 'status', 'published_at', 'pet_id'] },
  categories: { key: ['id'] },
  orders: { key: ['id'], isGiven: true },
  events: { key: ['sequence'], isGiven: true },
  webhooks: { key: ['id'], isGiven: true },
  deliveries: { key: ['webhook_id', 'event_sequence'] },
  usage_days: { key: ['account_id', 'date'] },
  idempotency_keys: { key: ['account_id', 'key'] },
  rate_windows: { key: ['account_id'] },
  key_windows: { key: ['key_id'] },
  publishable_windows: { key: ['account_id'] },
  bans: { key: ['key_id'] },
  imports: { key: ['id'], isGiven: true },
  audit_log: { key: ['id'] },
  audit_head: { hasOneRow: true },
  feed: { hasOneRow: true },
} as const satisfies CopiedTables
