import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    forms: {
      id: Generated<Int>
      /** Null if it serves every account. */
      account_id: Int | null
      /** The latest version. */
      version: Int
      created_at: Time
      /** `draft`, or null if it is in use. */
      state: string | null
      /** JSON; null if it is for animals of all species. */
      species: string | null
    }
    /** Versions of forms: the latest hundred, and those with answers. */
    form_versions: {
      form_id: Int
      version: Int
      name: string | null
      /** JSON. */
      questions: string
      created_at: Time
    }
  }
}

export const formTables = {
  forms: { key: ['id'], hasGeneratedId: true, isSeeded: true },
  form_versions: { key: ['form_id', 'version'], isSeeded: true },
} satisfies Partial<CopiedTables>
