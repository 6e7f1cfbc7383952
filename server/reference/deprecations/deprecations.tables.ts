declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Calls of deprecated operations, by key and hour. */
    deprecated_calls: {
      operation_id: string
      account_id: Int
      /** Hours since the Unix epoch. */
      hour: Int
      key_id: Int
      calls: Int
      last_called_at: Time
    }
    /** The reminders of a removal that an account was sent, or that were over before it could be. */
    deprecation_notices: {
      account_id: Int
      operation_id: string
      /** A name of `noticeTimes`. */
      notice: string
      /** The number of people it was sent to; 0 if a later one was due already, or if there was nobody. */
      recipients: Int
      created_at: Time
    }
  }
}

export {}
