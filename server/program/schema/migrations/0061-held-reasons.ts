import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Why mail is held. */
export const heldReasons: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('mails').addColumn('held_reason', 'text').execute()
    await sql`
      create index mails_of_restricted on mails (created_at)
      where held_reason = 'account'`.execute(db)
  },
}
