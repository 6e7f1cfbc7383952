import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The languages of users, applicants and mail. */
export const mailLanguages: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const table of ['users', 'applications', 'mails'])
      await db.schema.alterTable(table).addColumn('language', 'text').execute()
  },
}
