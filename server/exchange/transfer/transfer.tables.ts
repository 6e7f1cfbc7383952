import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** How far each import of a file has come: written in the transactions that its rows go in with. */
    imports: {
      id: Generated<Int>
      /** Of the file and of how it is read, hexadecimal. */
      digest: string
      /** The path of the file. */
      source: string
      /** Rows dealt with so far. */
      rows: Int
      added: Int
      updated: Int
      unchanged: Int
      refused: Int
      /** Length of the report of rejected rows, in bytes, after `rows` were processed. */
      report_bytes: Int
      started_at: Time
      updated_at: Time
      finished_at: Time | null
    }
  }
}
