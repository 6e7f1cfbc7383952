import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Events and entries of the history are about a subject of any type. Programs of 1.3.0 still write `order_id` and
 * `application_id` instead, so these are read and written too, until a later migration removes them.
 */
export const subjects: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const table of ['events', 'pet_history']) {
      await db.schema.alterTable(table).addColumn('subject_type', 'text').execute()
      await db.schema.alterTable(table).addColumn('subject_id', 'bigint').execute()
      for (const [type, column] of [
        ['order', 'order_id'],
        ['application', 'application_id'],
      ] as const) {
        await sql`update ${sql.table(table)} set subject_type = ${sql.lit(type)}, subject_id = ${sql.ref(column)}
          where ${sql.ref(column)} is not null`.execute(db)
      }
    }
    await sql`create index events_subject on events (subject_id, subject_type) where subject_id is not null`.execute(db)
  },
}
