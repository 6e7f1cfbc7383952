import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Over TLS, session cookies get a prefix. A session that has it is no longer accepted without it. */
export const prefixedCookies: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('is_prefixed', 'bigint').execute()
  },
}
