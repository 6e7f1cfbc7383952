import type { ColumnFind, ColumnFound } from './listing-columns.ts'

/** What the thread with the columns is asked, and what it responds with. */
export type ColumnTasks = {
  put: {
    /** A listing each (see `readColumnRow`). */
    asked: { lines: string; gone: readonly bigint[] }
    found: undefined
  }
  find: { asked: ColumnFind; found: ColumnFound }
  terms: { asked: { start: string; status: string }; found: { term: string; traits: number }[] }
}

export type ColumnTask = {
  [Name in keyof ColumnTasks]: { name: Name; asked: ColumnTasks[Name]['asked'] }
}[keyof ColumnTasks]
