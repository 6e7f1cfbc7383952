import { type Kysely, sql } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/** Mail about applications is counted by who causes it, and staff are notified by digests. */
export const heldMail: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('counted_mails')
      .addColumn('id', ...idColumn(db))
      .addColumn('counted_by', codePointText(db), (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('application_notices')
      .addColumn('account_id', 'bigint', (column) => column.notNull().primaryKey())
      .addColumn('noticed_at', 'bigint')
      .addColumn('waiting', 'bigint', (column) => column.notNull())
      .addColumn('held', 'bigint', (column) => column.notNull())
      .execute()
    for (const text of [
      'create index counted_mails_recent on counted_mails (counted_by, sent_at)',
      'create index counted_mails_age on counted_mails (sent_at)',
      'create index application_notices_due on application_notices (noticed_at) where waiting > 0',
    ]) {
      await sql.raw(text).execute(db)
    }
  },
}
