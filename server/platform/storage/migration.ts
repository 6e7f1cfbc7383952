import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One change of the tables. */
export type Step = Migration & {
  /** The version of the program that it came with. */
  version: string
  /**
   * Whether a program that does not know it can go on: it adds tables, indexes and columns that may be null, and what
   * that program writes is still right. One that is not needs a release that says so.
   */
  isAdditive: boolean
  /**
   * Fills what is made of other tables, once all migrations are done: it knows the tables of the program, not those of
   * the step. What a later step changes of them, that step makes anew, and this one nothing. Nothing is served
   * meanwhile, so what may take minutes says how far it is.
   */
  finish?: (db: Kysely<unknown>, onProgress: (text: string) => void) => Promise<void>
  /** What the operator has to know once it has run; undefined when there is nothing to say about this store. */
  notice?: (db: Kysely<unknown>) => Promise<string | undefined>
}

/** The changes of the tables by their names, which sort by age. */
export type Migrations = Readonly<Record<string, Step>>
