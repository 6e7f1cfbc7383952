import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { languageOf } from '../../platform/language.ts'
import { boundedCount, MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { HeldReason, MailKind, MailStatus, StoredMail } from './mail.ts'

/** The SQL of mail. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

type MailRow = Selectable<Tables['mails']>
export type NewMailRow = Omit<MailRow, 'id' | 'leased_until' | 'sent_at'>

export const insertMailRows = async (query: Query, rows: readonly NewMailRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    await query
      .insertInto('mails')
      .values(some.map((row) => ({ ...row, leased_until: null, sent_at: null })))
      .execute()
  }
}

/** A statement accepts only so many values. */
const ROWS_AT_ONCE = 200

export const findMail = async (query: Query, id: bigint): Promise<StoredMail | undefined> => {
  const [row] = await mailRow(query, { id })
  return row && toMail(row)
}

const mailRow = prepared((query, { id }: { id: bigint }) => query.selectFrom('mails').selectAll().where('id', '=', id))

type MailList = { status: MailStatus | undefined; before: bigint | undefined; limit: number }

/** Newest first. */
export const listMails = async (query: Query, list: MailList): Promise<StoredMail[]> =>
  (await listRows(query, list)).map(toMail)

const listRows = prepared((query, { status, before, limit }: MailList) => {
  let select = query.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit)
  if (status !== undefined) select = select.where('status', '=', status)
  return before === undefined ? select : select.where('id', '<', before)
})

export const countMails = async (query: Query, status: MailStatus | undefined): Promise<number> =>
  countRows(query, { status })

const countRows = boundedCount((query, { status }: { status: MailStatus | undefined }) => {
  const select = query.selectFrom('mails')
  return status === undefined ? select : select.where('status', '=', status)
})

/**
 * The mail to count: of a kind to an address, mail that a requester caused without signing in, or links that an account
 * sent.
 */
export type Counted =
  | { toAddress: string; kind: MailKind }
  /** The prefix of the requester's digests. */
  | { requestedBy: string }
  | { linksOf: bigint }

/** How many were written since then. */
export const countSince = async (query: Query, of: Counted, sinceMs: number): Promise<number> => {
  const select = query
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('created_at', '>', instant(sinceMs))
  const { total } = await narrowed(select, of).executeTakeFirstOrThrow()
  return Number(total)
}

const narrowed = <O>(select: SelectQueryBuilder<Tables, 'mails', O>, of: Counted) => {
  if ('requestedBy' in of) {
    // A prefix search: a digest has no character after `z`.
    const { requestedBy } = of
    return select.where('requested_by', '>=', requestedBy).where('requested_by', '<', `${requestedBy}~`)
  }
  if ('linksOf' in of) {
    const links = sql<boolean>`kind in ('invitation', 'passwordLink')`
    return select.where('account_id', '=', of.linksOf).where(links)
  }
  return select.where('to_address', '=', of.toAddress).where('kind', '=', of.kind)
}

/** Mail that somebody requested for an address without signing in. */
type RequestedMail = { kind: MailKind; requestedBy: string; createdAtMs: number }

/** The mail to an address that was requested since then without signing in. */
export const listRequested = async (
  query: Query,
  { toAddress, sinceMs }: { toAddress: string; sinceMs: number },
): Promise<RequestedMail[]> => {
  const rows = await query
    .selectFrom('mails')
    .select(['kind', 'requested_by', 'created_at'])
    .where('to_address', '=', toAddress)
    .where('requested_by', 'is not', null)
    .where('created_at', '>', instant(sinceMs))
    .execute()
  return rows.map(({ kind, requested_by, created_at }) => ({
    kind: kind as MailKind,
    requestedBy: requested_by ?? '',
    createdAtMs: Number(created_at),
  }))
}

/** Makes it due now, with the whole retry schedule; a worker's running attempt is not affected. */
export const makeDue = async (
  query: Query,
  { id, giveUpAtMs }: Pick<StoredMail, 'id' | 'giveUpAtMs'>,
  nowMs: number,
): Promise<void> => {
  await query
    .updateTable('mails')
    .set({
      status: 'pending',
      attempts: 0n,
      give_up_at: instant(giveUpAtMs),
      next_attempt_at: instant(nowMs),
      remove_at: null,
    })
    .where('id', '=', id)
    .where('leased_until', 'is', null)
    .execute()
}

/** Makes held mail due now or, without a mail server, leaves it to be sent by hand. */
export const releaseMail = async (
  query: Query,
  { id, status, giveUpAtMs }: Pick<StoredMail, 'id' | 'giveUpAtMs'> & { status: MailStatus },
  nowMs: number,
): Promise<void> => {
  const isPending = status === 'pending'
  await query
    .updateTable('mails')
    .set({
      status,
      held_reason: null,
      give_up_at: instant(giveUpAtMs),
      ...(isPending && { next_attempt_at: instant(nowMs), remove_at: null }),
    })
    .where('id', '=', id)
    .where('status', '=', sql.lit('held'))
    .execute()
}

/** Restarts the retry schedule of pending mail, as no attempt was made while sending was paused. */
export const restartMails = async (query: Query, nowMs: number): Promise<void> => {
  const now = instant(nowMs)
  await query
    .updateTable('mails')
    .set(({ ref }) => ({
      give_up_at: sql<bigint>`case when ${ref('secret_until')} is null
        then ${now} + ${ref('give_up_at')} - ${ref('created_at')} else ${ref('give_up_at')} end`,
    }))
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/**
 * Removes mail to somebody, except for bare rows that limits still count. Nothing of it is sent.
 */
export const withdrawMails = async (
  query: Query,
  { address, kinds, retentionMs }: { address: string; kinds: readonly MailKind[]; retentionMs: number },
  nowMs: number,
): Promise<void> => {
  await query
    .deleteFrom('mails')
    .where('to_address', '=', address)
    .where('kind', 'in', kinds)
    .where('created_at', '<=', instant(nowMs - retentionMs))
    .execute()
  await query
    .updateTable('mails')
    .set({
      status: sql`case when status = 'sent' then status else 'skipped' end`,
      to_name: null,
      about: null,
      subject: null,
      sealed_text: null,
      secret_until: null,
      next_attempt_at: null,
      leased_until: null,
      last_error: null,
      held_reason: null,
      remove_at: instant(nowMs + retentionMs),
    })
    .where('to_address', '=', address)
    .where('kind', 'in', kinds)
    .execute()
}

/** Removes some expired rows. Returns how many. */
export const removeEnded = async (query: Query, nowMs: number, limit: number): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('mails')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('mails').select('id').where('remove_at', '<=', instant(nowMs)).orderBy('remove_at').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes texts whose links have expired. */
export const forgetSecrets = async (query: Query, nowMs: number): Promise<void> => {
  await query
    .updateTable('mails')
    .set({ sealed_text: null, secret_until: null })
    .where('secret_until', '<=', instant(nowMs))
    .where('status', '!=', sql.lit('pending'))
    .execute()
}

type MailBacklog = { pendingMails: number; oldestMailMs: number; failedMails: number }

/** Pending mail and its age, and failed mail that is still stored. */
export const readMailBacklog = async (query: Query, nowMs: number): Promise<MailBacklog> => {
  const oldest = await query
    .selectFrom('mails')
    .select('created_at')
    .where('status', '=', sql.lit('pending'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const pending = Number(await countMails(query, 'pending'))
  const failed = Number(await countMails(query, 'failed'))
  return {
    pendingMails: Math.min(pending, MAX_COUNTED),
    oldestMailMs: oldest ? Math.max(0, nowMs - Number(oldest.created_at)) : 0,
    failedMails: Math.min(failed, MAX_COUNTED),
  }
}

const toMail = (row: MailRow): StoredMail => ({
  id: row.id,
  // Only ever written from the types of these names.
  kind: row.kind as MailKind,
  status: row.status as MailStatus,
  heldReason: (row.held_reason ?? undefined) as HeldReason | undefined,
  to: { address: row.to_address, name: row.to_name ?? undefined },
  language: languageOf(row.language ?? '') ?? 'en',
  accountId: row.account_id ?? undefined,
  fromName: row.from_name ?? undefined,
  replyTo: row.reply_to ?? undefined,
  subject: row.subject ?? undefined,
  sealedText: row.sealed_text ?? undefined,
  secretUntilMs: toMs(row.secret_until),
  messageKey: row.message_key,
  attempts: Number(row.attempts),
  giveUpAtMs: Number(row.give_up_at),
  nextAttemptAtMs: toMs(row.next_attempt_at),
  leasedUntilMs: toMs(row.leased_until),
  error: row.last_error ?? undefined,
  createdAtMs: Number(row.created_at),
  sentAtMs: toMs(row.sent_at),
})

const toMs = (time: bigint | null): number | undefined => (time === null ? undefined : Number(time))
