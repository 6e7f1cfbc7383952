declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Tickets that were used, until they expire by themselves. */
    used_tickets: {
      /** SHA-256, hexadecimal. */
      hash: string
      expires_at: Time
    }
  }
}

export {}
