import type { Kysely } from 'kysely'
import { codePointText, idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const imports: Step = {
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
    await db.schema.createIndex('imports_digest').on('imports').columns(['digest', 'id']).execute()
  },
}
