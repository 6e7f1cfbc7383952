import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Each write looks up the newest break of the audit log: among very many entries there are few or none. */
export const auditBreaksIndex: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await sql`create index audit_log_breaks on audit_log (action, id) where action = 'audit.unverified'`.execute(db)
  },
}
