import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Used tickets, until they expire. */
    used_tickets: {
      /** SHA-256, hexadecimal. */
      hash: string
      expires_at: Time
    }
  }
}

export const ticketTables = {
  used_tickets: { key: ['hash'] },
} satisfies Partial<CopiedTables>
