import { type Kysely, sql } from 'kysely'
import { codePointText } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/** Finds people by the email addresses of their orders as well. The current program fills the column. */
export const people: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('customer_key', codePointText(db)).execute()
    for (const text of [
      'create index orders_person on orders (customer_key, id) where customer_key is not null',
      'create index orders_person_owner on orders (owner_account_id, customer_key, id) where customer_key is not null',
      `create index orders_person_placed on orders (account_id, customer_key, id)
        where customer_key is not null and account_id <> owner_account_id`,
      // Orders that an older program has placed, or whose customer it has erased.
      `create index orders_unkeyed on orders (id)
        where (customer_key is null) <> (customer_email is null)`,
      'create index applications_everybody on applications (applicant_key, id) where applicant_key is not null',
    ]) {
      await sql.raw(text).execute(db)
    }
  },
}
