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
      /** Whose new animals are; null before there was the column. */
      account_id: Int | null
      is_dry_run: Int | null
      undone_at: Time | null
      /** What became of the file, as JSON. */
      result: string | null
      /** The report of rejected rows, of imports over HTTP. */
      report: string | null
    }
    /** What an import made of each animal, until it can no longer be undone. */
    import_changes: {
      import_id: Int
      pet_id: Int
      /** Null of an animal that it added. */
      before: string | null
      /** A digest. */
      after: string
    }
  }
}
