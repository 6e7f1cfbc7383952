import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import {
  giveUpMs,
  isMailAddress,
  type MailContent,
  type MailStatus,
  type NewMail,
  type QueuedMail,
} from './mail.ts'
import { withNote } from './mail-note.ts'
import { type SealKeys, seal } from './mail-seal.ts'
import { headerText, type MailBlock } from './mail-text.ts'
import { insertMailRows, type NewMailRow } from './mails.repository.ts'

type Deps = { keys: SealKeys; random: (size: number) => Uint8Array }

/** Stores mail with the change that caused it, in its transaction. */
type InsertMails = (
  query: Kysely<Tables>,
  mails: readonly QueuedMail[],
  nowMs: number,
) => Promise<void>

/** Longer subjects and names are truncated: a header is one line, whatever somebody typed. */
const MAX_SUBJECT = 200
const MAX_NAME = 100

export const mailWriter =
  ({ keys, random }: Deps): InsertMails =>
  async (query, mails, nowMs) => {
    const rows = mails.map(({ mail, isByHand, retentionMs }): NewMailRow => {
      const messageKey = Buffer.from(random(18)).toString('base64url')
      const { content } = mail
      const isRight = isMailAddress(mail.to.address)
      const status = isRight ? statusOf(mail, isByHand) : 'failed'
      return {
        kind: mail.kind,
        status,
        to_address: mail.to.address,
        to_name: headerOrNull(mail.to.name, MAX_NAME),
        language: mail.language,
        about: mail.about ?? null,
        account_id: mail.accountId ?? null,
        application_id: mail.applicationId ?? null,
        from_name: headerOrNull(mail.fromName, MAX_NAME),
        reply_to: mail.replyTo ?? null,
        subject: headerOrNull(content?.subject, MAX_SUBJECT),
        sealed_text: content
          ? sealText(keys, withNote(content, mail.language), messageKey, random(12))
          : null,
        ...timesOf(content, status, { nowMs, retentionMs }),
        message_key: messageKey,
        requested_by: mail.requestedBy ?? null,
        attempts: 0n,
        last_error: isRight ? null : 'This is not a valid email address.',
        created_at: instant(nowMs),
      }
    })
    await insertMailRows(query, rows)
  }

const statusOf = ({ isHeld }: NewMail, isByHand: boolean): MailStatus =>
  isHeld ? 'held' : isByHand ? 'manual' : 'pending'

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

const sealText = (
  keys: SealKeys,
  text: readonly MailBlock[],
  messageKey: string,
  iv: Uint8Array,
): string => seal(keys, JSON.stringify(text), messageKey, iv)
