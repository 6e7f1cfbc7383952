import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Over TLS, the cookies of sessions get a prefix: a session that has it is not accepted without it any more. */
export const prefixedCookies: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('is_prefixed', 'bigint').execute()
  },
}
