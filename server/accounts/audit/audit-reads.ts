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

/** Entries of reads that were made some time before. */
export type ReadsNoted = { kind: 'reads noted'; entries: readonly PendingEntry[] }

const author = systemAuthor('audit log')

/** Says that somebody reads a customer's data. Never fails, and waits for nothing. */
export type NoteRead = (author: Author, entry: NewAuditEntry) => void

/** What is kept while the database takes nothing; more than that is only counted. */
const MAX_WAITING = 10_000
/** Everybody's writes wait for a transaction. */
const STEP = 500
/** So many are written at once: who reads a lot must not be able to fill the memory within a second. */
const MANY = 2 * STEP

/** Entries of reads, which are written some at a time: a read does not wait for its own. */
export const auditReads = ({ database, clock, log }: Deps) => {
  let waiting: PendingEntry[] = []
  /** Those that are being written. */
  let inFlight = 0
  let lost = 0
  /** When the database first took no more entries. */
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
  /** Ends once all that was noted before is written: also by a flush that is under way. */
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
      // What fails is tried again with the next one that is due, and reported there.
      if (isTime) void flush().catch(() => {})
      return
    }
    lost += 1
    failingSinceMs ??= clock.nowMs()
  }

  return { note, flush }
}
