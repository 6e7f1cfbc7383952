import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    applications: {
      id: Generated<Int>
      /** The account that sees it: the owner of the animal, or of the key if there is no animal. */
      account_id: Int
      pet_id: Int | null
      form_id: Int
      form_version: Int
      status: string
      /** These are null once the applicant is erased. */
      applicant_name: string | null
      applicant_email: string | null
      applicant_phone: string | null
      /** The email address in lower case, to match people by. */
      applicant_key: string | null
      /** Name and email address, folded for the search. */
      applicant_search: string | null
      /** JSON. */
      answers: string | null
      /** The language of mail to the applicant; null for applications of earlier releases. */
      language: string | null
      note: string | null
      /** The salt of the secret link, and the SHA-256 of its secret. */
      link_salt: string | null
      link_hash: string | null
      assignee_id: Int | null
      order_id: Int | null
      created_at: Time
      updated_at: Time
      closed_at: Time | null
    }
    /** Approvals after which other applications for the animal still have to be declined. */
    application_closings: {
      /** The approved application. */
      application_id: Int
      pet_id: Int
      /** Later applications are not declined. */
      up_to_id: Int
      /** JSON of the author who declines them. */
      author: string
      created_at: Time
    }
    /** Recent senders of applications, for the limits. Rows last a day. */
    recent_applications: {
      /** A keyed digest of the email or IP address. The key is not in the database. */
      counted_by: string
      application_id: Int
      sent_at: Time
    }
    /** Counts of mail about applications, for its limits. Rows last a day. */
    counted_mails: {
      id: Generated<Int>
      /**
       * A keyed digest of the sender, or of the account of the applications. The key is not in the
       * database.
       */
      counted_by: string
      sent_at: Time
    }
    /** The state of notices to an account's staff. */
    application_notices: {
      account_id: Int
      /** When the last notice was written; null before the first. */
      noticed_at: Time | null
      /** The applications since then for the next notice. */
      waiting: Int
      /** The applications since then whose mail is held. */
      held: Int
    }
  }
}

export const applicationTables = {
  applications: { key: ['id'], hasGeneratedId: true },
  application_closings: { key: ['application_id'] },
  recent_applications: { key: ['counted_by', 'application_id'] },
  counted_mails: { key: ['id'], hasGeneratedId: true },
  application_notices: { key: ['account_id'] },
} satisfies Partial<CopiedTables>
