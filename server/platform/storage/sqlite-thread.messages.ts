// The start data and the messages of a thread.

export type ThreadOptions = { path: string; isReader: boolean }
export type Statement = { sql: string; parameters: readonly unknown[] }
export type StatementOutcome = { rows: unknown[] } | { message: string; code: number | undefined }
