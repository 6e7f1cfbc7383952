import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The sample shelters of accounts that added them over HTTP; the row stays once it is removed. */
    samples: {
      account_id: Int
      /** The last request: `add` or `remove`. */
      task: string
      /** The requester, as JSON; null once the job has ended. */
      author: string | null
      /** When it was last added. */
      added_at: Time
      /** Null while it is under way. */
      ended_at: Time | null
      /** Why it failed, for people. */
      problem: string | null
      /** How many of its animals a removal kept, because somebody had changed them. */
      kept: Int
      /** Not used any more. */
      claim: string | null
      leased_until: Time | null
    }
  }
}

export const sampleTables = {
  samples: { key: ['account_id'] },
} satisfies Partial<CopiedTables>
