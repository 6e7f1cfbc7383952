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
      report: string | null
      /** Of an import over HTTP, as are the following; null of others. */
      status: string | null
      file_name: string | null
      bytes: Int | null
      /** As JSON. */
      options: string | null
      recognized: string | null
      author: string | null
      /** Why it failed, in words. */
      problem: string | null
      may_choose_ids: Int | null
      may_name_categories: Int | null
      total_rows: Int | null
      /** Rows of all its checks. */
      checked_rows: Int | null
      created_at: Time | null
      /** Since when it waits to be checked or run. */
      queued_at: Time | null
      /** Who works on it, and until when nobody else does. */
      claim: string | null
      leased_until: Time | null
    }
    /** The file of an import over HTTP, in parts. */
    import_parts: {
      import_id: Int
      part: Int
      /** Compressed, in base64. */
      content: string
    }
    /** The report of an import over HTTP. */
    import_report_lines: {
      import_id: Int
      position: Int
      line: Int
      field: string
      code: string
      message: string
      value: string
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
