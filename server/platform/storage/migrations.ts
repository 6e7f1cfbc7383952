import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Step } from './migration.ts'
import { ownershipStep } from './ownership-migration.ts'

/** Every change of the tables, oldest first. One that has been released is never edited. */
export const migrations: Record<string, Step> = {
  '0001-first-tables': {
    version: '1.0.0',
    isAdditive: false,
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('accounts')
        .addColumn('id', ...idColumn(db))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('per_minute', 'bigint')
        .addColumn('per_day', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('api_keys')
        .addColumn('id', ...idColumn(db))
        .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', codePointText(db), (column) => column.notNull().unique())
        .addColumn('display', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .addColumn('last_used_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('api_keys_account')
        .on('api_keys')
        .columns(['account_id', 'id'])
        .execute()
      await db.schema
        .createTable('pets')
        .addColumn('id', ...idColumn(db))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('name_folded', codePointText(db), (column) => column.notNull())
        .addColumn('category_id', 'bigint', (column) => column.notNull())
        .addColumn('status', 'text', (column) =>
          column.notNull().check(sql`status in ('available', 'pending', 'sold')`),
        )
        .execute()
      // Each filter has an index that ends in the id, so that a page deep in the list costs what the first one does.
      const lists = {
        pets_status: ['status', 'id'],
        pets_category: ['category_id', 'id'],
        pets_category_status: ['category_id', 'status', 'id'],
        pets_name: ['name_folded', 'id'],
      }
      for (const [index, columns] of Object.entries(lists)) {
        await db.schema.createIndex(index).on('pets').columns(columns).execute()
      }
      await db.schema
        .createTable('idempotency_keys')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('key', codePointText(db), (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('location', 'text')
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'key'])
        .execute()
      await db.schema
        .createIndex('idempotency_keys_age')
        .on('idempotency_keys')
        .column('created_at')
        .execute()
      await db.schema
        .createTable('rate_windows')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey())
        .addColumn('minute_opened_at', 'bigint', (column) => column.notNull())
        .addColumn('minute_used', 'bigint', (column) => column.notNull())
        .addColumn('day_opened_at', 'bigint', (column) => column.notNull())
        .addColumn('day_used', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('bans')
        .addColumn('key_id', 'bigint', (column) => column.primaryKey())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addColumn('level', 'integer', (column) => column.notNull())
        .execute()
    },
  },
  '0002-the-whole-store': {
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
          column
            .notNull()
            .check(
              sql`status in ('placed', 'approved', 'delivered', 'returned', 'cancelled', 'expired')`,
            ),
        )
        .addColumn('customer_name', 'text')
        .addColumn('customer_email', 'text')
        .addColumn('customer_phone', 'text')
        .addColumn('note', 'text')
        .addColumn('expires_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute()
      // The last word on two orders that race for one animal.
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
      await db.schema
        .createIndex('events_type')
        .on('events')
        .columns(['type', 'sequence'])
        .execute()
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
      await db.schema
        .createIndex('webhooks_account')
        .on('webhooks')
        .columns(['account_id', 'id'])
        .execute()
      // No foreign key: a webhook may have a million deliveries, and they are removed after it, some at a time.
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
      // What is due for one webhook is found without passing what waits for the others.
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
  },
  '0003-imports': {
    version: '1.0.0',
    isAdditive: true,
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('imports')
        .addColumn('id', ...idColumn(db))
        .addColumn('digest', codePointText(db), (column) => column.notNull())
        .addColumn('source', codePointText(db), (column) => column.notNull())
        .addColumn('rows', 'bigint', (column) => column.notNull())
        .addColumn('added', 'bigint', (column) => column.notNull())
        .addColumn('updated', 'bigint', (column) => column.notNull())
        .addColumn('unchanged', 'bigint', (column) => column.notNull())
        .addColumn('refused', 'bigint', (column) => column.notNull())
        .addColumn('report_bytes', 'bigint', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('finished_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('imports_digest')
        .on('imports')
        .columns(['digest', 'id'])
        .execute()
    },
  },
  '0004-keys-that-end': {
    version: '1.1.0',
    isAdditive: true,
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('accounts').addColumn('suspended_at', 'bigint').execute()
      // Of a webhook that there is already nobody knows the key: it goes on whichever key ends.
      await db.schema.alterTable('webhooks').addColumn('created_by', 'bigint').execute()
      await db.schema
        .createIndex('webhooks_created_by')
        .on('webhooks')
        .columns(['created_by'])
        .execute()
    },
  },
  '0005-limits-of-keys': {
    version: '1.1.0',
    isAdditive: true,
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('api_keys').addColumn('per_minute', 'bigint').execute()
      await db.schema.alterTable('api_keys').addColumn('per_day', 'bigint').execute()
      await db.schema
        .createTable('key_windows')
        .addColumn('key_id', 'bigint', (column) => column.primaryKey())
        .addColumn('minute_opened_at', 'bigint', (column) => column.notNull())
        .addColumn('minute_used', 'bigint', (column) => column.notNull())
        .addColumn('day_opened_at', 'bigint', (column) => column.notNull())
        .addColumn('day_used', 'bigint', (column) => column.notNull())
        .execute()
      // An erasure looks for the responses that named what it erases.
      await sql`
        create index idempotency_keys_location on idempotency_keys (location)
        where location is not null`.execute(db)
    },
  },
  '0006-publishable-keys': {
    version: '1.1.0',
    isAdditive: true,
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('api_keys')
        .addColumn('kind', 'text', (column) => column.notNull().defaultTo('secret'))
        .execute()
      await db.schema.alterTable('api_keys').addColumn('allowed_origins', 'text').execute()
      await db.schema
        .createTable('publishable_windows')
        .addColumn('account_id', 'bigint', (column) => column.primaryKey())
        .addColumn('minute_opened_at', 'bigint', (column) => column.notNull())
        .addColumn('minute_used', 'bigint', (column) => column.notNull())
        .addColumn('day_opened_at', 'bigint', (column) => column.notNull())
        .addColumn('day_used', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '0007-accounts-own-what-they-add': ownershipStep,
}

/** Their names, oldest first: what a database may have behind it that this program can open. */
export const migrationNames: readonly string[] = Object.keys(migrations)

type DataType = ColumnDataType | RawBuilder<unknown>

const isPostgres = (db: Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** An id that is never given twice, not even after its row is gone. */
const idColumn = (db: Kysely<unknown>): [DataType, ColumnBuilderCallback] =>
  isPostgres(db)
    ? ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()]
    : ['integer', (column) => column.primaryKey().autoIncrement()]

/** Text that is compared and sorted by code point whatever the locale of the database, as SQLite does. */
const codePointText = (db: Kysely<unknown>): DataType =>
  isPostgres(db) ? sql`text collate "C"` : 'text'
