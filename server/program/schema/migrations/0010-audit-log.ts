import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/** Who did what, in a chain. Not additive: an older program would make changes without an entry. */
export const auditLog: Step = {
  version: '1.1.0',
  isAdditive: false,

  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', hasManyWriters(db) ? 'bigint' : 'integer', (column) => column.primaryKey())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('actor_type', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'bigint')
      .addColumn('actor_name', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target_type', 'text', (column) => column.notNull())
      .addColumn('target_id', 'bigint')
      .addColumn('fields', 'text')
      .addColumn('request_id', 'text')
      .addColumn('address', 'text')
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('audit_head')
      .addColumn('last_id', 'bigint', (column) => column.notNull())
      .addColumn('last_mac', 'text', (column) => column.notNull())
      .addColumn('removed_through', 'bigint', (column) => column.notNull())
      .addColumn('removed_mac', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .execute()
    await sql`insert into audit_head (last_id, last_mac, removed_through, removed_mac, key, mac)
      values (0, '', 0, '', '', '')`.execute(db)
  },
}
