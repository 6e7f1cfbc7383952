import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** An index to count how many people an account has sent links to. */
export const linksOfAccounts: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await sql`
      create index mails_links on mails (account_id, created_at)
      where kind in ('invitation', 'passwordLink')`.execute(db)
  },
}
