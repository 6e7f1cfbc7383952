import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** One queue of work to do at a time. Programs of release 1.3.0 do not know it: what they add is queued later. */
export const dueWork: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('due_work')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', 'bigint')
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('payload', 'text')
      .addPrimaryKeyConstraint('due_work_key', ['kind', 'key'])
      .execute()
    await sql.raw('create index due_work_due on due_work (kind, due_at)').execute(db)
  },
}
