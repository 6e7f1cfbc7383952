import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Mail to send, and what became of it. */
    mails: {
      id: Generated<Int>
      /** What it is about: a name of `mailKinds`. */
      kind: string
      status: string
      /** In one spelling, so that all mail to somebody is found. */
      to_address: string
      to_name: string | null
      /** Another person whose data the text holds. */
      about: string | null
      account_id: Int | null
      /** The application it is about, whichever account that belongs to by now. Null of mail about none, and of old mail. */
      application_id: Int | null
      from_name: string | null
      reply_to: string | null
      /** Null of mail whose text is made when it is sent. */
      subject: string | null
      /** Its text, sealed: it may hold links that open an account. Null once it is not kept any more. */
      sealed_text: string | null
      /** Of a text with a link that opens something: when that is over. Null of any other. */
      secret_until: Time | null
      /** The same on every attempt, so that whoever receives it twice can tell. */
      message_key: string
      /** Who asked for it without signing in, as a digest. */
      requested_by: string | null
      attempts: Int
      /** From then on it is not tried again. */
      give_up_at: Time
      /** Set while it is pending. */
      next_attempt_at: Time | null
      /** Set while a worker has it in hand: when another may take it. It also says which worker's turn this is. */
      leased_until: Time | null
      last_error: string | null
      created_at: Time
      sent_at: Time | null
      /** When the row is removed; null while it is pending. */
      remove_at: Time | null
    }
  }
}
