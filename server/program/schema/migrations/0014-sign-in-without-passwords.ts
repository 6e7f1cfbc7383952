import type { Kysely } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const signInWithoutPasswords: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('identities')
      .addColumn('issuer', codePointText(db), (column) => column.notNull())
      .addColumn('subject', codePointText(db), (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('identities_pk', ['issuer', 'subject'])
      .execute()
    await db.schema.createIndex('identities_user').on('identities').column('user_id').execute()
    await db.schema
      .createTable('passkeys')
      .addColumn('id', ...idColumn(db))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('credential_id', codePointText(db), (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('passkeys_user').on('passkeys').columns(['user_id', 'id']).execute()
    await db.schema
      .createTable('used_tickets')
      .addColumn('hash', codePointText(db), (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('used_tickets_expiry').on('used_tickets').column('expires_at').execute()
  },
}
