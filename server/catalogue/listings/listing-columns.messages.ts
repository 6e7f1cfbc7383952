import type { ColumnQuery } from './listing-columns.ts'
import type { TraitCount } from './listing-tally.repository.ts'

// What the thread with the columns is sent, and sends back.

export type ColumnTask =
  | {
      /** A listing each (see `readColumnRow`). */
      lines: string
      gone: readonly bigint[]
    }
  | { query: ColumnQuery }

export type ColumnReply = { counts: TraitCount[] | undefined }
