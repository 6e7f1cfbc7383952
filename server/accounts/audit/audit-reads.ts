import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import type { NewAuditEntry, PendingEntry } from './audit-entry.ts'

type Deps = {
  database: Pick<Database<ReadsNoted, Author>, 'writeAs'>
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Writes entries of reads that happened some time before. */
export type ReadsNoted = { kind: 'reads noted'; entries: readonly PendingEntry[] }

const author = systemAuthor('audit log')

/** Logs that somebody has read a customer's data. Never fails, and never waits. */
export type NoteRead = (author: Author, entry: NewAuditEntry) => void

/** The most entries queued while the database is not writable; further ones are only counted. */
const MAX_WAITING = 10_000
/** Entries in one transaction, as all writes wait for it. */
const STEP = 500
/**
 * This many are written at once, so that a client that reads a lot cannot fill the memory within a
 * second.
 */
const MANY = 2 * STEP

/** Writes entries of reads in batches: a read does not wait for its own. */
export const auditReads = ({ database, clock, log }: Deps) => {
  let waiting: PendingEntry[] = []
  /** Entries that are being written. */
  let inFlight = 0
  let lost = 0
  /** When the database first stopped accepting entries. */
  let failingSinceMs: number | undefined

  const gap = (timeMs: number): PendingEntry => ({
    author,
    timeMs,
    action: 'audit.gap',
    target: { type: 'reads', id: BigInt(lost) },
  })

  const drain = async (): Promise<void> => {
    while (waiting.length > 0 || failingSinceMs !== undefined) {
      const batch = waiting.slice(0, STEP)
      waiting = waiting.slice(STEP)
      inFlight = batch.length
      const reported = lost
      const entries = failingSinceMs === undefined ? batch : [gap(failingSinceMs), ...batch]
      try {
        await database.writeAs(author, async (trx) => trx.record({ kind: 'reads noted', entries }))
      } catch (error) {
        waiting = [...batch, ...waiting]
        if (failingSinceMs === undefined) {
          failingSinceMs = clock.nowMs()
          log.warn({ waiting: waiting.length }, 'entries of reads cannot be written; they wait')
        }
        throw error
      } finally {
        inFlight = 0
      }
      if (failingSinceMs !== undefined) {
        log.warn({ lost: reported }, 'entries of reads could not be written for a while')
      }
      lost -= reported
      failingSinceMs = lost > 0 ? clock.nowMs() : undefined
    }
  }

  let draining: Promise<void> | undefined
  /** Resolves once all entries logged before are written, also by a flush that is under way. */
  const flush = async (): Promise<void> => {
    while (draining) await draining.catch(() => {})
    draining = drain().finally(() => {
      draining = undefined
    })
    return draining
  }

  const note: NoteRead = (author, entry) => {
    if (waiting.length + inFlight < MAX_WAITING) {
      waiting.push({ ...entry, author, timeMs: clock.nowMs() })
      const isTime = waiting.length >= MANY && !draining && failingSinceMs === undefined
      // A failure is reported by the flush, and retried with the next entry that is due.
      if (isTime) void flush().catch(() => {})
      return
    }
    lost += 1
    failingSinceMs ??= clock.nowMs()
  }

  return { note, flush }
}
