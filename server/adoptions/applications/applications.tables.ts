import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    applications: {
      id: Generated<Int>
      /** The account that sees it: that of the animal, or of the key where there is no animal. */
      account_id: Int
      pet_id: Int | null
      form_id: Int
      form_version: Int
      status: string
      /** These are null once the applicant is erased. */
      applicant_name: string | null
      applicant_email: string | null
      applicant_phone: string | null
      /** The email address in lower case: people are matched by it. */
      applicant_key: string | null
      /** Name and email address as they are searched. */
      applicant_search: string | null
      /** JSON. */
      answers: string | null
      note: string | null
      /** What the secret link is derived from, and SHA-256 of what it ends in. */
      link_salt: string | null
      link_hash: string | null
      assignee_id: Int | null
      order_id: Int | null
      created_at: Time
      updated_at: Time
      closed_at: Time | null
    }
    /** Approvals after which other applications for the animal are still to be declined. */
    application_closings: {
      /** The approved one. */
      application_id: Int
      pet_id: Int
      /** Those that came later stay. */
      up_to_id: Int
      /** In whose name: JSON. */
      author: string
      created_at: Time
    }
    /** Who has sent applications lately, for the limits: rows last a day. */
    recent_applications: {
      /** A digest of the email or IP address, made with a key that is not in the database. */
      counted_by: string
      application_id: Int
      sent_at: Time
    }
    /** What mail about applications is counted by, for its limits: rows last a day. */
    counted_mails: {
      id: Generated<Int>
      /** A digest of the sender, or of the account whose applications they are. Its key is not in the database. */
      counted_by: string
      sent_at: Time
    }
    /** What the staff of an account have been notified of. */
    application_notices: {
      account_id: Int
      /** When the last notice was written; null before the first. */
      noticed_at: Time | null
      /** Applications since then that the next notice is due for. */
      waiting: Int
      /** Those since then whose mail is held. */
      held: Int
    }
  }
}
