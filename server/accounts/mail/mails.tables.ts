import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Mail to send, and its status. */
    mails: {
      id: Generated<Int>
      /** A kind of mail, also one that is not sent any more. */
      kind: string
      status: string
      /** A name of `heldReasons` while it is held; null for mail that earlier releases held. */
      held_reason: Generated<string | null>
      /** Normalized, so that all mail to somebody is found. */
      to_address: string
      to_name: string | null
      /** Null for mail of earlier releases, which was in English. */
      language: string | null
      /** Another person whose data is in the text. */
      about: string | null
      account_id: Int | null
      /**
       * The application it is about, whichever account owns that now. Null for other mail, and for
       * old mail.
       */
      application_id: Int | null
      from_name: string | null
      reply_to: string | null
      /** Null for mail whose text is written when it is sent. */
      subject: string | null
      /** Its text, sealed, as it may have links that open an account. Null once it is deleted. */
      sealed_text: string | null
      /** When the secret link in its text expires. Null if it has none. */
      secret_until: Time | null
      /** It stays the same on every attempt, so that recipients can detect duplicates. */
      message_key: string
      /** A digest of the address that requested it without signing in. */
      requested_by: string | null
      attempts: Int
      /** It is not retried after this. */
      give_up_at: Time
      /** Set while it is pending. */
      next_attempt_at: Time | null
      /**
       * Set while a worker has leased it: when another may take it. It also identifies the worker's
       * turn.
       */
      leased_until: Time | null
      last_error: string | null
      created_at: Time
      sent_at: Time | null
      /** When the row is removed; null while it is pending. */
      remove_at: Time | null
    }
  }
}

export const mailTables = {
  mails: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
