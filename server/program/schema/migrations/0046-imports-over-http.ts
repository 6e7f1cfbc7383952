import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Imports over HTTP: the file, the options, who runs it, and the report. */
export const importsOverHttp: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const column of ['status', 'file_name', 'options', 'recognized', 'author', 'problem', 'claim']) {
      await db.schema.alterTable('imports').addColumn(column, 'text').execute()
    }
    for (const column of [
      'bytes',
      'total_rows',
      'checked_rows',
      'queued_at',
      'leased_until',
      'created_at',
      'may_choose_ids',
      'may_name_categories',
    ]) {
      await db.schema.alterTable('imports').addColumn(column, 'bigint').execute()
    }
    await sql`create index imports_of_account on imports (account_id, id) where status is not null`.execute(db)
    await sql`create index imports_recent on imports (account_id, created_at) where status is not null`.execute(db)
    await sql`create index imports_queued on imports (queued_at) where queued_at is not null`.execute(db)
    await db.schema
      .createTable('import_parts')
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('part', 'bigint', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_parts_key', ['import_id', 'part'])
      .execute()
    await db.schema
      .createTable('import_report_lines')
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('line', 'bigint', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_report_lines_key', ['import_id', 'position'])
      .execute()
  },
}
