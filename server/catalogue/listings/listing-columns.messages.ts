import type { ColumnFind, ColumnFound } from './listing-columns.ts'

/** The tasks of the thread with the columns: what each is given, and what it returns. */
export type ColumnTasks = {
  put: {
    /** One line per listing (see `readColumnRow`). */
    asked: { lines: string; gone: readonly bigint[] }
    found: undefined
  }
  find: { asked: ColumnFind; found: ColumnFound }
  terms: { asked: { start: string; status: string }; found: { term: string; traits: number }[] }
}

export type ColumnTask = {
  [Name in keyof ColumnTasks]: { name: Name; asked: ColumnTasks[Name]['asked'] }
}[keyof ColumnTasks]
