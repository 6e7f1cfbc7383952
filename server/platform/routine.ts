/** Work that a module repeats in the background. */
export type Routine = {
  name: string
  everyMs: number
  run: (stopping: AbortSignal) => unknown
  /** Whether it also runs once at the start, as an older version may have served since. */
  runsAtStart?: true
  /** Whether it also runs while the store is read-only, as limits, sessions and the audit log require. */
  isAllowedReadOnly?: true
}
