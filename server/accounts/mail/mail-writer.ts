import type { Kysely } from 'kysely'
import { isEmail } from '../../platform/http/contact.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { giveUpMs, type HeldReason, type MailContent, type MailStatus, type NewMail, type QueuedMail } from './mail.ts'
import { type Clearance, clearanceOf } from './mail-clearance.repository.ts'
import { withNote } from './mail-note.ts'
import { type SealKeys, seal } from './mail-seal.ts'
import { headerText, type MailBlock } from './mail-text.ts'
import { insertMailRows, type NewMailRow } from './mails.repository.ts'

type Deps = { keys: SealKeys; random: (size: number) => Uint8Array }

/** Stores mail with the change that caused it, in its transaction. */
type InsertMails = (query: Kysely<Tables>, mails: readonly QueuedMail[], nowMs: number) => Promise<void>

/** Longer subjects and names are truncated: a header is one line, whatever somebody typed. */
const MAX_SUBJECT = 200
const MAX_NAME = 100

export const mailWriter =
  ({ keys, random }: Deps): InsertMails =>
  async (query, mails, nowMs) => {
    const rows: NewMailRow[] = []
    for (const { mail, isByHand, retentionMs } of mails) {
      const { accountId, to } = mail
      const clearance = await clearanceOf(query, { accountId, address: to.address })
      const messageKey = Buffer.from(random(18)).toString('base64url')
      const { content } = mail
      const isRight = isEmail(mail.to.address)
      const heldReason = isRight ? heldReasonOf(mail, clearance) : undefined
      const status = isRight ? statusOf(heldReason, isByHand) : 'failed'
      // Mail that comes from the store has nothing that its account has chosen in its headers.
      const isOwn = clearance !== 'storeName'
      rows.push({
        kind: mail.kind,
        status,
        held_reason: heldReason ?? null,
        to_address: to.address,
        to_name: headerOrNull(to.name, MAX_NAME),
        language: mail.language,
        about: mail.about ?? null,
        account_id: mail.accountId ?? null,
        application_id: mail.applicationId ?? null,
        from_name: isOwn ? headerOrNull(mail.fromName, MAX_NAME) : null,
        reply_to: isOwn ? (mail.replyTo ?? null) : null,
        subject: headerOrNull(content?.subject, MAX_SUBJECT),
        sealed_text: content ? sealText(keys, withNote(content, mail.language), messageKey, random(12)) : null,
        ...timesOf(content, status, { nowMs, retentionMs }),
        message_key: messageKey,
        requested_by: mail.requestedBy ?? null,
        attempts: 0n,
        last_error: isRight ? null : 'This is not a valid email address.',
        created_at: instant(nowMs),
      })
    }
    await insertMailRows(query, rows)
  }

/** Mail over a limit waits for staff even when its account is accepted. */
const heldReasonOf = ({ isOverLimit }: NewMail, clearance: Clearance): HeldReason | undefined => {
  if (isOverLimit) return 'limit'
  return clearance === 'held' ? 'account' : undefined
}

const statusOf = (heldReason: HeldReason | undefined, isByHand: boolean): MailStatus =>
  heldReason ? 'held' : isByHand ? 'manual' : 'pending'

const timesOf = (
  content: MailContent | undefined,
  status: MailStatus,
  { nowMs, retentionMs }: { nowMs: number; retentionMs: number },
): Pick<NewMailRow, 'secret_until' | 'give_up_at' | 'next_attempt_at' | 'remove_at'> => {
  const secretUntilMs = content?.secretUntilMs
  return {
    secret_until: secretUntilMs === undefined ? null : instant(secretUntilMs),
    give_up_at: instant(giveUpMs(nowMs, secretUntilMs)),
    next_attempt_at: status === 'pending' ? instant(nowMs) : null,
    remove_at: status === 'pending' ? null : instant(nowMs + retentionMs),
  }
}

const headerOrNull = (text: string | undefined, maxLength: number): string | null =>
  text === undefined ? null : headerText(text, maxLength) || null

const sealText = (keys: SealKeys, text: readonly MailBlock[], messageKey: string, iv: Uint8Array): string =>
  seal(keys, JSON.stringify(text), messageKey, iv)
