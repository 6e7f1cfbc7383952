import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The progress of imports, updated in the transactions that import their rows. */
    imports: {
      id: Generated<Int>
      /** Digest of the file and of how it is read, hexadecimal. */
      digest: string
      /** The path of the file. */
      source: string
      /** Rows processed so far. */
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
      /** The account of new animals; null for imports older than this column. */
      account_id: Int | null
      is_dry_run: Int | null
      undone_at: Time | null
      /** The result of the file, as JSON. */
      result: string | null
      report: string | null
      /** This and the following columns are for imports over HTTP; null for others. */
      status: string | null
      file_name: string | null
      bytes: Int | null
      /** JSON. */
      options: string | null
      recognized: string | null
      author: string | null
      /** Why it failed, for people. */
      problem: string | null
      may_choose_ids: Int | null
      may_name_categories: Int | null
      total_rows: Int | null
      /** The rows of all its checks. */
      checked_rows: Int | null
      created_at: Time | null
      /** Since when it is queued for a check or run. */
      queued_at: Time | null
      /** The worker that has claimed it, and until when. */
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
    /** The changes of an import to animals, until it can no longer be undone. */
    import_changes: {
      import_id: Int
      pet_id: Int
      /** Null for an animal that it added. */
      before: string | null
      /** A digest. */
      after: string
    }
    /** The categories that an import created, until it can no longer be undone. */
    import_categories: {
      import_id: Int
      category_id: Int
      name: string
    }
    /** Undoing an import; its result is added up in the transactions that undo its changes. */
    import_undos: {
      import_id: Int
      /** Who requested it, as JSON, until it has ended. */
      author: string | null
      acts_for_store: Int
      queued_at: Time
      removed: Int
      restored: Int
      ended_at: Time | null
    }
    /** The animals that were not undone. */
    import_undo_kept: {
      import_id: Int
      pet_id: Int
      reason: string
    }
  }
}

export const importTables = {
  imports: { key: ['id'], hasGeneratedId: true },
  import_parts: { key: ['import_id', 'part'] },
  import_report_lines: { key: ['import_id', 'position'] },
  import_changes: { key: ['import_id', 'pet_id'] },
  import_categories: { key: ['import_id', 'category_id'] },
  import_undos: { key: ['import_id'] },
  import_undo_kept: { key: ['import_id', 'pet_id'] },
} satisfies Partial<CopiedTables>
