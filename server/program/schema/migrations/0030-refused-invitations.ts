import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Counts how often an account has invited addresses that already belong to users of other accounts. */
export const refusedInvitations: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('refused_invitations')
      .addColumn('account_id', 'bigint', (column) => column.primaryKey())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute()
  },
}
