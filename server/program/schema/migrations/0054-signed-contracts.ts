import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Contracts as they were signed at the hand-over. */
export const signedContracts: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('signed_contracts')
      .addColumn('order_id', 'bigint', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .execute()
    for (const [name, type] of columns)
      await sql`alter table orders add column ${sql.ref(name)} ${sql.raw(type)}`.execute(db)
    await sql`
      create index orders_erased_contracts on orders (id)
      where contract_sha256 is not null and customer_email is null`.execute(db)
  },
}

const columns = [
  ['contract_sha256', 'text'],
  ['contract_signed_at', 'bigint'],
  ['contract_template', 'text'],
  ['print_locale', 'text'],
  ['print_time_zone', 'text'],
] as const
