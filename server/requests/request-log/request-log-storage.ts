import type { EntryFilter, StoredEntry } from './request-entry.ts'

export type EntryPage = { before: bigint | undefined; limit: number }

/** The limits of the stored log. */
export type StorageLimits = { maxBytes: number }

/** The port to where the log is stored. Every method may throw; the entries concerned are then lost. */
export type RequestLogStorage = {
  /** Adds entries, and removes the successes of their accounts that are no longer among the newest. */
  append(entries: readonly StoredEntry[]): Promise<void>
  /** Newest first. */
  list(filter: EntryFilter, page: EntryPage): Promise<StoredEntry[]>
  /** Counts entries, up to one more than `MAX_COUNTED`. */
  count(filter: EntryFilter): Promise<number>
  /** Removes entries before a position, and the oldest of accounts that have too many; then the oldest of all. */
  purge(before: bigint, accounts: readonly bigint[]): Promise<void>
  close(): void
}
