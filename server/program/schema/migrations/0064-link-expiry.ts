import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** An index for the removal of expired links. */
export const linkExpiry: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('password_links_expiry').on('password_links').column('expires_at').execute()
  },
}
