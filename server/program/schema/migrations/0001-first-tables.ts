import { type Kysely, sql } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const firstTables: Step = {
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
    await db.schema.createIndex('api_keys_account').on('api_keys').columns(['account_id', 'id']).execute()
    await db.schema
      .createTable('pets')
      .addColumn('id', ...idColumn(db))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_folded', codePointText(db), (column) => column.notNull())
      .addColumn('category_id', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('available', 'pending', 'sold')`))
      .execute()
    // Each filter has an index that ends in the id, so that deep pages cost no more than the first.
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
    await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
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
}
