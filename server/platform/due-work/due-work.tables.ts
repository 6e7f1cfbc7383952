import type { CopiedTables } from '../storage/copy.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    /** Work to do at a time. */
    due_work: {
      /** The name of its handler. */
      kind: string
      /** What it is about. There is one row for each kind and key. */
      key: string
      due_at: Time
      /** The process that works on it, and until when no other process may. */
      leased_by: string | null
      leased_until: Time | null
      /** Attempts since it was added, including the one under way. */
      attempts: Int
      /** JSON. */
      payload: string | null
    }
  }
}

export const dueWorkTables = { due_work: { key: ['kind', 'key'] } } satisfies Partial<CopiedTables>
