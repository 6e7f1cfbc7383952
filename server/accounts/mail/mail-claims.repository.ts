import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { withDue } from '../../platform/storage/with-due.ts'
import { instant } from '../../platform/time.ts'
import type { HeldReason, MailStatus } from './mail.ts'

/** The SQL of mail leases. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

export const hasDueMail = async (query: Query, nowMs: number): Promise<boolean> => {
  const [due] = await dueRow(query, { now: instant(nowMs) })
  return due !== undefined
}

const dueRow = prepared((query, { now }: { now: bigint }) =>
  query.selectFrom('mails').select('id').where('next_attempt_at', '<=', now).limit(1),
)

/** A worker's lease of a mail. */
export type Turn = { mailId: bigint; leasedUntilMs: number }

type Claim = { limit: number; nowMs: number; leasedUntilMs: number }

/** Leases mail that is due, longest due first: no other worker takes it before the lease ends. */
export const claimMails = async (query: Query, { limit, nowMs, leasedUntilMs }: Claim): Promise<Turn[]> => {
  const lease = instant(leasedUntilMs)
  const due = query
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '<=', instant(nowMs))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
  const rows = await withDue(query, due)
    .updateTable('mails')
    .set({ leased_until: lease, next_attempt_at: lease })
    .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('id'))
    .returning('id')
    .execute()
  return rows.map(({ id }) => ({ mailId: id, leasedUntilMs: Number(lease) }))
}

/** Ends every lease: for the only worker, at its start. */
export const releaseMailLeases = async (query: Query, nowMs: number): Promise<void> => {
  await query
    .updateTable('mails')
    .set({ leased_until: null, next_attempt_at: instant(nowMs) })
    .where('leased_until', 'is not', null)
    .execute()
}

export type Result = {
  status: MailStatus
  heldReason?: HeldReason
  attempts: number
  nextAttemptAtMs?: number | undefined
  error?: string | undefined
  sentAtMs?: number
  removeAtMs?: number
  /** The text is not needed any more, or must not be stored any longer. */
  forgetsText?: boolean
}

/**
 * Saves the result of a turn. Does nothing if the turn is over: the lease has ended and another
 * worker has the mail, or the mail was erased.
 */
export const finishTurn = async (query: Query, { mailId, leasedUntilMs }: Turn, result: Result): Promise<void> => {
  const { status, heldReason, attempts, nextAttemptAtMs, error, sentAtMs, removeAtMs } = result
  await query
    .updateTable('mails')
    .set({
      status,
      attempts: BigInt(attempts),
      leased_until: null,
      held_reason: heldReason ?? null,
      next_attempt_at: time(nextAttemptAtMs),
      last_error: error ?? null,
      sent_at: time(sentAtMs),
      remove_at: time(removeAtMs),
      ...(result.forgetsText && { sealed_text: null, secret_until: null }),
    })
    .where('id', '=', mailId)
    .where('leased_until', '=', instant(leasedUntilMs))
    .where('status', '=', sql.lit('pending'))
    .execute()
}

const time = (ms: number | undefined): bigint | null => (ms === undefined ? null : instant(ms))
