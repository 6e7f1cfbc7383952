import { type Kysely, sql } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const wholeStore: Step = {
  version: '1.0.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('api_keys').addColumn('rotated_at', 'bigint').execute()
    await db.schema
      .createTable('categories')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('name', 'text')
      .addColumn('available', 'bigint', (column) => column.notNull())
      .addColumn('pending', 'bigint', (column) => column.notNull())
      .addColumn('sold', 'bigint', (column) => column.notNull())
      .execute()
    await sql`
      insert into categories (id, available, pending, sold)
      select category_id,
        sum(case when status = 'available' then 1 else 0 end),
        sum(case when status = 'pending' then 1 else 0 end),
        sum(case when status = 'sold' then 1 else 0 end)
      from pets group by category_id`.execute(db)
    await db.schema
      .createTable('orders')
      .addColumn('id', ...idColumn(db))
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status in ('placed', 'approved', 'delivered', 'returned', 'cancelled', 'expired')`),
      )
      .addColumn('customer_name', 'text')
      .addColumn('customer_email', 'text')
      .addColumn('customer_phone', 'text')
      .addColumn('note', 'text')
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    // Decides between two concurrent orders for one animal.
    await sql`
      create unique index orders_open on orders (pet_id)
      where status in ('placed', 'approved')`.execute(db)
    await sql`
      create index orders_expiry on orders (expires_at) where expires_at is not null`.execute(db)
    await db.schema.createIndex('orders_pet').on('orders').columns(['pet_id', 'id']).execute()
    await db.schema.createIndex('orders_status').on('orders').columns(['status', 'id']).execute()
    await db.schema
      .createTable('events')
      .addColumn('sequence', ...idColumn(db))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('order_id', 'bigint')
      .addColumn('account_id', 'bigint')
      .execute()
    await db.schema.createIndex('events_type').on('events').columns(['type', 'sequence']).execute()
    await sql`
      create index events_order on events (order_id) where order_id is not null`.execute(db)
    await db.schema
      .createTable('feed')
      .addColumn('purged_through', 'bigint', (column) => column.notNull())
      .addColumn('dispatched_through', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into feed (purged_through, dispatched_through) values (0, 0)`.execute(db)
    await db.schema
      .createTable('webhooks')
      .addColumn('id', ...idColumn(db))
      .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('types', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('previous_secret', 'text')
      .addColumn('previous_secret_until', 'bigint')
      .addColumn('is_admin', 'integer', (column) => column.notNull())
      .addColumn('starts_after', 'bigint', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('webhooks_account').on('webhooks').columns(['account_id', 'id']).execute()
    // No foreign key: a webhook may have a million deliveries, which are removed later, in batches.
    await db.schema
      .createTable('deliveries')
      .addColumn('webhook_id', 'bigint', (column) => column.notNull())
      .addColumn('event_sequence', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status in ('pending', 'succeeded', 'failed')`),
      )
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('leased_until', 'bigint')
      .addColumn('last_status_code', 'integer')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deliveries_key', ['webhook_id', 'event_sequence'])
      .execute()
    await sql`
      create index deliveries_due on deliveries (next_attempt_at)
      where status = 'pending'`.execute(db)
    // Finds what is due for one webhook without scanning what waits for others.
    await sql`
      create index deliveries_due_webhook on deliveries (webhook_id, next_attempt_at)
      where status = 'pending'`.execute(db)
    await sql`
      create index deliveries_pending on deliveries (event_sequence)
      where status = 'pending'`.execute(db)
    await db.schema
      .createTable('usage_days')
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('date', codePointText(db), (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('refused', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_days_key', ['account_id', 'date'])
      .execute()
  },
}
