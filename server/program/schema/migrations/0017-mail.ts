import type { Kysely } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const mail: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('mails')
      .addColumn('id', ...idColumn(db))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('to_address', codePointText(db), (column) => column.notNull())
      .addColumn('to_name', 'text')
      .addColumn('about', codePointText(db))
      .addColumn('account_id', 'bigint')
      .addColumn('from_name', 'text')
      .addColumn('reply_to', 'text')
      .addColumn('subject', 'text')
      .addColumn('sealed_text', 'text')
      .addColumn('secret_until', 'bigint')
      .addColumn('message_key', 'text', (column) => column.notNull())
      .addColumn('requested_by', codePointText(db))
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('give_up_at', 'bigint', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('leased_until', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('sent_at', 'bigint')
      .addColumn('remove_at', 'bigint')
      .execute()
    for (const [name, columns] of Object.entries(indexes)) {
      await db.schema.createIndex(name).on('mails').columns(columns).execute()
    }
  },
}

const indexes = {
  mails_due: ['next_attempt_at'],
  mails_status: ['status', 'id'],
  mails_to: ['to_address', 'created_at'],
  mails_about: ['about'],
  mails_requested: ['requested_by', 'created_at'],
  mails_secret: ['secret_until'],
  mails_removal: ['remove_at'],
}
