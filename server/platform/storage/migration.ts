import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One change of the schema. */
export type Step = Migration & {
  /** The version of the program that introduced it. */
  version: string
  /**
   * Whether programs that do not know it can still use the database: it only adds tables, indexes and nullable
   * columns, and what those programs write stays valid. A step that is not additive needs a release that says so.
   */
  isAdditive: boolean
  /**
   * Fills derived tables once all migrations are done: it uses the program's current schema, not that of the step. If
   * a later step changes these tables, that step fills them and this one does nothing. The server does not respond
   * meanwhile, so long work reports its progress.
   */
  finish?: (db: Kysely<unknown>, onProgress: (text: string) => void) => Promise<void>
  /** Returns what the operator must know afterwards; undefined if there is nothing to say for this database. */
  notice?: (db: Kysely<unknown>) => Promise<string | undefined>
}

/** Migrations by name; the names sort by age. */
export type Migrations = Readonly<Record<string, Step>>
