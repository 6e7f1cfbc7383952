import { type Static, Type } from 'typebox'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { isEmail } from '../../platform/http/contact.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import type { Language } from '../../platform/language.ts'
import { showTime } from '../../platform/time.ts'
import type { MailBlock } from './mail-text.ts'

/** The kinds of mail. Each folder that sends mail adds its kinds in its `*.mails.ts`, with what they are like. */
// biome-ignore lint/suspicious/noEmptyInterface: folders add their kinds.
export interface MailKinds {}
export type MailKind = keyof MailKinds
export type MailKindTable = Readonly<Record<MailKind, MailKindTraits>>

export type MailKindTraits = {
  /** Whether it is for the users of an account. */
  isToUsers?: true
  /** Whether its text has a secret link that does not expire, so that the text is deleted when it is sent. */
  hasSecretLink?: true
}

declare module '../../requests/api/module.ts' {
  interface Contributions {
    mails?: Partial<MailKindTable>
  }
}

export const mailStatuses = ['pending', 'sent', 'failed', 'manual', 'skipped', 'held'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const MailStatusSchema = Type.Unsafe<MailStatus>(
  Type.Enum([...mailStatuses], {
    $id: 'MailStatus',
    description:
      '`pending` until the mail server accepts or permanently rejects it; `manual` if you have to send it by hand, ' +
      'because there was no mail server (`SMTP_URL`) when it was written; `skipped` if it had no recipient, such as ' +
      'a password reset for an address without a user; `held` while `heldReason` applies.',
  }),
)

export const heldReasons = ['limit', 'account'] as const
export type HeldReason = (typeof heldReasons)[number]
const status = Type.Unsafe<MailStatus>({ $ref: 'MailStatus#' })

/** In responses to requests that cause mail. */
export const HeldMailStatus = Type.Optional(
  Type.Unsafe<'held'>({
    $ref: 'MailStatus#',
    description:
      '`held` if the email waits, because staff have not accepted the account yet or because of a limit. Otherwise absent.',
  }),
)
const time = (description: string) => Type.String({ format: 'date-time', description })

const mailFields = {
  id: Int64({ description: 'Identifier of the mail.', examples: [1] }),
  kind: Type.Unsafe<MailKind>(
    Type.String({
      // The document lists them.
      description: 'The kind of mail: {mailKinds}. More kinds may be added.',
      examples: ['invitation'],
    }),
  ),
  status,
  heldReason: Type.Optional(
    Type.Unsafe<HeldReason>(
      Type.String({
        description:
          'Why it is `held`. `limit`: too many applications arrived at once, so staff have to release it. `account`: staff ' +
          'have not accepted its account yet, or have suspended it. Then it is sent when they accept the account or end the ' +
          'suspension, if it is at most 7 days old. More reasons may be added.',
        examples: ['limit'],
      }),
    ),
  ),
  to: Type.Object(
    {
      address: Type.String({
        description: 'The email address.',
        examples: ['alex@shelter.example.org'],
      }),
      name: Type.Optional(Type.String({ description: 'The name of the person.', examples: ['Alex Moreno'] })),
    },
    { description: "The recipient's name." },
  ),
  subject: Type.Optional(
    Type.String({
      description: 'The subject. Absent if the mail is written only when it is sent.',
      examples: ['You have been invited to join Paws and Whiskers'],
    }),
  ),
  accountId: Type.Optional(Int64({ description: 'The account that sends it; absent for the store itself.' })),
  attempts: Type.Integer({
    description: 'The number of attempts to send it. Attempts while the mail server was unavailable do not count.',
    examples: [1],
  }),
  nextAttemptAt: Type.Optional(time('When the next attempt is due, while pending.')),
  error: Type.Optional(
    Type.String({
      description: 'Why the last attempt failed: the reply of the mail server, or that it was unavailable.',
      examples: ['550 No such user here'],
    }),
  ),
  createdAt: time('When it was written (RFC 3339, UTC).'),
  sentAt: Type.Optional(time('When the mail server accepted it.')),
}

const mailExample = {
  id: 1,
  kind: 'invitation',
  status: 'sent',
  to: { address: 'alex@shelter.example.org', name: 'Alex Moreno' },
  subject: 'You have been invited to join Paws and Whiskers',
  attempts: 1,
  createdAt: '2026-11-20T09:30:00.000Z',
  sentAt: '2026-11-20T09:30:00.000Z',
}

export const Mail = Type.Object(mailFields, {
  $id: 'Mail',
  description: 'An email and its status.',
  examples: [mailExample],
})
export type Mail = Static<typeof Mail>

export const MailWithText = Type.Object(
  {
    ...mailFields,
    text: Type.Optional(
      Type.String({
        description:
          'The text, which you can copy and send by hand. Absent once it is deleted: a text with a secret link is ' +
          'deleted when the mail is sent or the link expires.',
      }),
    ),
  },
  {
    $id: 'MailWithText',
    description: 'An email with its text.',
    examples: [{ ...mailExample, text: 'Hello Alex Moreno,\n\n...' }],
  },
)
export type MailWithText = Static<typeof MailWithText>

/**
 * Has no personal data, so its response may be stored for an `Idempotency-Key` without having to be
 * erased there.
 */
export const MailState = Type.Object(
  {
    id: mailFields.id,
    status,
    heldReason: mailFields.heldReason,
    attempts: mailFields.attempts,
    nextAttemptAt: mailFields.nextAttemptAt,
  },
  {
    $id: 'MailState',
    description: 'The status of an email.',
    examples: [{ id: 1, status: 'pending', attempts: 0, nextAttemptAt: '2026-11-20T09:30:00.000Z' }],
  },
)
export type MailState = Static<typeof MailState>

export const MAX_RELEASED = 100

export const MailRelease = Type.Object(
  {
    mailIds: Type.Array(Int64({ description: 'Identifier of a mail.', examples: [1] }), {
      minItems: 1,
      maxItems: MAX_RELEASED,
      description: 'The mail to send.',
    }),
  },
  { $id: 'MailRelease', additionalProperties: false, description: 'Held mail to send.' },
)
export type MailRelease = Static<typeof MailRelease>

/** The subject and text of a mail. */
export type MailContent = {
  subject: string
  text: readonly MailBlock[]
  /** Whether a shelter wrote it, and not we. */
  isOwnText?: boolean | undefined
  /**
   * Set if the text has a secret link: when the link expires. The text is deleted then, or when it
   * is sent, and is not sent later.
   */
  secretUntilMs?: number | undefined
}

/** A mail to send. */
export type NewMail = {
  kind: MailKind
  to: { address: string; name?: string | undefined }
  language: Language
  /** If omitted, it is written by the `MailMaker` of its kind when it is sent. */
  content?: MailContent
  /** The sender's name shown with the address of the store: the name of an organization. */
  fromName?: string | undefined
  /** Where replies go, if not to the address of the store. */
  replyTo?: string | undefined
  accountId?: bigint | undefined
  /** The application it is about: it is removed when the applicant is erased. */
  applicationId?: bigint | undefined
  /** The email address of another person whose data is in the text. */
  about?: string | undefined
  /** The address that requested it without signing in. */
  requestedBy?: string | undefined
  /** Whether it exceeds a limit, so that it waits for staff to release it. */
  isOverLimit?: boolean | undefined
}

/** `retentionMs`: how long it is stored after it is sent or has failed. */
export type QueuedMail = { mail: NewMail; isByHand: boolean; retentionMs: number }

export type MailChange =
  | ({ kind: 'mail queued' } & QueuedMail)
  | { kind: 'mail due again'; mailId: bigint }
  | { kind: 'mail released'; mailId: bigint }
  /** By a command, which waits for its entry in the audit log; without an id it was a list. */
  | { kind: 'mail shown'; mailId?: bigint }

/** A mail as stored, without its text. */
export type StoredMail = {
  id: bigint
  kind: MailKind
  status: MailStatus
  heldReason: HeldReason | undefined
  to: { address: string; name: string | undefined }
  language: Language
  accountId: bigint | undefined
  fromName: string | undefined
  replyTo: string | undefined
  subject: string | undefined
  sealedText: string | undefined
  secretUntilMs: number | undefined
  messageKey: string
  attempts: number
  giveUpAtMs: number
  nextAttemptAtMs: number | undefined
  leasedUntilMs: number | undefined
  error: string | undefined
  createdAtMs: number
  sentAtMs: number | undefined
}

export const shownMail = (mail: StoredMail): Mail => ({
  id: mail.id,
  kind: mail.kind,
  status: mail.status,
  ...(mail.status === 'held' && { heldReason: mail.heldReason ?? 'limit' }),
  to: { address: mail.to.address, ...(mail.to.name !== undefined && { name: mail.to.name }) },
  ...(mail.subject !== undefined && { subject: mail.subject }),
  ...(mail.accountId !== undefined && { accountId: mail.accountId }),
  attempts: mail.attempts,
  ...(mail.nextAttemptAtMs !== undefined && { nextAttemptAt: showTime(mail.nextAttemptAtMs) }),
  ...(mail.error !== undefined && { error: mail.error }),
  createdAt: showTime(mail.createdAtMs),
  ...(mail.sentAtMs !== undefined && { sentAt: showTime(mail.sentAtMs) }),
})

export const mailState = (mail: StoredMail): MailState => {
  const { id, status, heldReason, attempts, nextAttemptAt } = shownMail(mail)
  return {
    id,
    status,
    attempts,
    ...(heldReason !== undefined && { heldReason }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
  }
}

export const mailAddressIssue = (address: string): Fault | undefined =>
  isEmail(address) ? undefined : { field: 'email', code: 'invalid_value', message: 'must be an email address' }

/** The delays after each failed attempt; the last one repeats. */
const retryDelaysMs = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS]

/** A mail has failed after this. */
const GIVE_UP_MS = 5 * 24 * HOUR_MS

/**
 * The fraction by which a delay is randomly lengthened, so that mail that failed together is not
 * retried together.
 */
const JITTER = 0.1

/**
 * When to retry after so many attempts; undefined if that was the last. `chance` is from 0 up to 1.
 */
export const nextAttemptMs = (
  { attempts, giveUpAtMs }: Pick<StoredMail, 'attempts' | 'giveUpAtMs'>,
  nowMs: number,
  chance: number,
): number | undefined => {
  const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? MINUTE_MS
  const atMs = nowMs + Math.round(delayMs * (1 + JITTER * chance))
  return atMs < giveUpAtMs ? atMs : undefined
}

/** When a mail that is sent from now on is not worth sending any more. */
export const giveUpMs = (nowMs: number, secretUntilMs = Infinity): number => Math.min(nowMs + GIVE_UP_MS, secretUntilMs)
