/** What a module does by itself from time to time. */
export type Routine = {
  name: string
  everyMs: number
  run: (stopping: AbortSignal) => unknown
  /** It also runs while the store is read-only: limits, sessions or the audit log need it. */
  isAllowedReadOnly?: true
}
