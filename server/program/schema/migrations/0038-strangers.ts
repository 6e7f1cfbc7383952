import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Limits the trust in new users: accounts are reviewed, cancellations by owners block the same order for a time, and
 * addresses that a member has invited must be confirmed.
 */
export const strangers: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    // 0 means since its creation, also for accounts that an older program adds.
    await db.schema
      .alterTable('accounts')
      .addColumn('reviewed_at', 'bigint', (column) => column.defaultTo(0))
      .execute()
    await sql`create index accounts_unreviewed on accounts (id) where reviewed_at is null`.execute(db)
    await db.schema.alterTable('orders').addColumn('owner_cancelled_at', 'bigint').execute()
    await db.schema.alterTable('users').addColumn('unproven_since', 'bigint').execute()
    await db.schema
      .alterTable('password_links')
      .addColumn('proves_address', 'bigint', (column) => column.defaultTo(0))
      .execute()
    // Unused invitations to accounts, which a member may have sent.
    await sql`
      update users set unproven_since = created_at
      where account_id is not null and password_hash is null
        and not exists (select 1 from identities where identities.user_id = users.id)
        and not exists (select 1 from passkeys where passkeys.user_id = users.id)`.execute(db)
  },
}
