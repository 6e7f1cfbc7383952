import type { ColumnFind, ColumnFound } from './listing-columns.ts'

/** The tasks of the thread with the columns: their input and output. */
export type ColumnTasks = {
  put: {
    /** One line per listing (see `readColumnRow`). */
    input: { lines: string; gone: readonly bigint[] }
    result: undefined
  }
  find: { input: ColumnFind; result: ColumnFound }
  terms: { input: { start: string; status: string }; result: { term: string; traits: number }[] }
}

export type ColumnTask = {
  [Name in keyof ColumnTasks]: { name: Name; input: ColumnTasks[Name]['input'] }
}[keyof ColumnTasks]
