import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { every } from '../../platform/every.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { MailAttempt } from './mail-attempt.ts'
import { claimMails, hasDueMail, releaseMailLeases, type Turn } from './mail-claims.repository.ts'

export type MailCounts = Record<'sent' | 'refused' | 'unreachable', number>

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  clock: Clock
  attempt: MailAttempt
  log: Logger
  counts: MailCounts
  /** Whether sending is paused, so that mail waits in the queue. */
  isHeld: () => boolean
  /**
   * Whether only this process sends from this database, so that all leases found at its start are
   * stale.
   */
  isAlone: boolean
  stopping: AbortSignal
}

/** The interval for mail that becomes due; new mail is announced at once. */
const POLL_MS = 1_000
/** Messages sent concurrently. */
const MAX_UNDER_WAY = 4
/**
 * Much longer than an attempt may take: its result must be saved before another worker takes the
 * mail, even if the database is unavailable for some minutes.
 */
const LEASE_MS = 600_000
/**
 * While the server is unavailable, one message at a time is tried, at intervals from this up to a
 * minute.
 */
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 60_000
const AGAIN_MS = 1_000
/** How long messages that the server is receiving may take after shutdown begins. */
const STOP_MS = 5_000

/**
 * Sends mail that is due. Claimed mail is leased: if this process dies, another one sends it when
 * the lease ends.
 */
export const mailWorker = (deps: Deps) => {
  const { database, clock, attempt, log, counts, stopping } = deps
  const overdue = new AbortController()
  const underWay = new Map<bigint, Promise<void>>()
  let hasOldLeases = deps.isAlone
  /** Consecutive attempts that could not reach the server. */
  let failures = 0
  let pausedUntilMs = 0

  const room = (): number => {
    if (stopping.aborted || deps.isHeld() || clock.steadyMs() < pausedUntilMs) return 0
    const most = failures > 0 ? 1 : MAX_UNDER_WAY
    return Math.max(0, most - underWay.size)
  }

  const sending = oneAtATime(
    'mail.send',
    async () => {
      if (hasOldLeases) {
        await database.write(({ query }) => releaseMailLeases(query, clock.nowMs()))
        hasOldLeases = false
      }
      for (let limit = room(); limit > 0; limit = room()) {
        const nowMs = clock.nowMs()
        if (!(await hasDueMail(database.read, nowMs))) return
        const claim = { limit, nowMs, leasedUntilMs: nowMs + LEASE_MS }
        const turns = await database.write(({ query }) => claimMails(query, claim))
        if (turns.length === 0) return
        // A lease of our own may end before its result is saved; it still will be.
        for (const turn of turns) if (!underWay.has(turn.mailId)) start(turn)
      }
    },
    log,
  )

  const start = (turn: Turn): void => {
    const run = send(turn)
      .catch((error) => log.warn({ err: error, mailId: String(turn.mailId) }, 'mail not sent'))
      .finally(() => {
        underWay.delete(turn.mailId)
        sending.run()
      })
    underWay.set(turn.mailId, run)
  }

  const send = async (turn: Turn): Promise<void> => {
    const done = await untilDone(() => attempt.run(turn, { stopping, overdue: overdue.signal }))
    if (!done) return
    const pauseMs = notice(done.outcome)
    // A sent mail must not be sent again because the database was briefly unavailable.
    await untilDone(() => attempt.note(turn, done, pauseMs))
  }

  /** Only the database fails here: retry until it is back. */
  const untilDone = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (stopping.aborted) throw error
        log.warn({ err: error }, 'the results of sent mail cannot be saved; retrying')
        await sleep(AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  type Outcome = NonNullable<Awaited<ReturnType<MailAttempt['run']>>>['outcome']

  /** Updates the state of the server after an attempt. Returns how long to pause sending. */
  const notice = (outcome: Outcome): number => {
    if (!outcome || outcome.result === 'brokenOff' || outcome.result === 'held') return 0
    counts[outcome.result] += 1
    if (outcome.result !== 'unreachable') {
      if (failures > 0) log.info('the mail server is back')
      failures = 0
      pausedUntilMs = 0
      return 0
    }
    const leftMs = pausedUntilMs - clock.steadyMs()
    // A concurrent attempt has found out already.
    if (leftMs > 0) return leftMs
    if (failures === 0) log.warn({ reason: outcome.error }, 'mail cannot be sent and stays in the queue')
    failures += 1
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10))
    pausedUntilMs = clock.steadyMs() + pauseMs
    return pauseMs
  }

  let stopPolling = async () => {}
  return {
    /** New mail is due. */
    wake: (): void => void sending.run(),

    start(): void {
      stopPolling = every(POLL_MS, sending.run, { routine: 'mail.poll', log, stopping })
    },

    /**
     * Resolves when the server has received the messages in flight. The others are sent after the
     * next start.
     */
    async close(): Promise<void> {
      const timer = setTimeout(() => overdue.abort(), STOP_MS)
      await stopPolling()
      await sending.ended()
      await Promise.all(underWay.values())
      clearTimeout(timer)
    },
  }
}
