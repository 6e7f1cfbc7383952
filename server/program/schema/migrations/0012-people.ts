import type { Kysely } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const people: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('users')
      .addColumn('id', ...idColumn(db))
      .addColumn('email', codePointText(db), (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('account_id', 'bigint', (column) => column.references('accounts.id'))
      .addColumn('password_hash', 'text')
      .addColumn('disabled_at', 'bigint')
      .addColumn('last_seen_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('users_account').on('users').columns(['account_id', 'id']).execute()
    await db.schema
      .createTable('password_links')
      .addColumn('hash', codePointText(db), (column) => column.primaryKey())
      .addColumn('user_id', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('password_links_user').on('password_links').column('user_id').execute()
    await addSessions(db)
    await db.schema
      .createTable('user_windows')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey())
      .addColumn('minute_opened_at', 'bigint', (column) => column.notNull())
      .addColumn('minute_used', 'bigint', (column) => column.notNull())
      .addColumn('day_opened_at', 'bigint', (column) => column.notNull())
      .addColumn('day_used', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('webhooks').addColumn('created_by_user', 'bigint').execute()
  },
}

const addSessions = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('sessions')
    .addColumn('id', ...idColumn(db))
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('family_hash', codePointText(db), (column) => column.notNull().unique())
    .addColumn('refresh_hash', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text')
    .addColumn('salt', 'text')
    .addColumn('refreshed_at', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  await db.schema
    .createTable('access_tokens')
    .addColumn('hash', codePointText(db), (column) => column.primaryKey())
    .addColumn('session_id', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('access_tokens_session').on('access_tokens').column('session_id').execute()
  await db.schema.createIndex('access_tokens_expiry').on('access_tokens').column('expires_at').execute()
}
