import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Links mail to the application it is about, so that it follows the application to another account. Earlier mail is
 * linked only if the person has sent no other application.
 */
export const applicationsOfMails: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('mails').addColumn('application_id', 'bigint').execute()
    await sql`
      update mails set application_id = (
        select min(id) from applications
        where applicant_key = ${person} and applications.created_at <= mails.created_at
        having count(*) = 1)
      where kind in ('applicationReceived', 'applicationChanged', 'newApplication')`.execute(db)
    await sql`
      create index mails_application on mails (application_id) where application_id is not null`.execute(db)
  },
}

/** The applicant: the recipient, or the person that the mail to the staff is about. */
const person = sql`(case mails.kind when 'newApplication' then mails.about else mails.to_address end)`
