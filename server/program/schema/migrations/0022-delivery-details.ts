import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The result of the last attempt of a delivery, and why a webhook is disabled. Null for existing rows. */
export const deliveryDetails: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const [table, column, type] of [
      ['deliveries', 'last_attempt_at', 'bigint'],
      ['deliveries', 'duration_ms', 'bigint'],
      ['deliveries', 'last_error', 'text'],
      ['deliveries', 'response_body', 'text'],
      ['webhooks', 'disabled_at', 'bigint'],
      ['webhooks', 'disabled_reason', 'text'],
    ] as const) {
      await db.schema.alterTable(table).addColumn(column, type).execute()
    }
    // The responses of receivers about an order are erased with its customer.
    await sql`
      create index deliveries_response on deliveries (event_sequence) where response_body is not null`.execute(db)
  },
}
