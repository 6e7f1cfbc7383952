import type { Clock } from '../../platform/clock.ts'
import { type Database, DatabaseUnavailable, type Trx } from '../../platform/storage/database.ts'
import { type MailContent, type MailKind, type MailKindTable, nextAttemptMs, type StoredMail } from './mail.ts'
import { finishTurn, type Result, type Turn } from './mail-claims.repository.ts'
import { type Clearance, clearanceOf } from './mail-clearance.repository.ts'
import { withNote } from './mail-note.ts'
import { type SealKeys, unseal } from './mail-seal.ts'
import type { Breaks, MailOutcome, MailSender, Message } from './mail-sender.ts'
import { htmlText, type MailBlock, plainText } from './mail-text.ts'
import { findMail } from './mails.repository.ts'

/**
 * Writes the text of a mail when it is sent: undefined if there is nobody to send it to. Its
 * changes are saved whatever the result of the attempt.
 */
export type MailMaker = (trx: Trx, mail: StoredMail) => Promise<MailContent | undefined>

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  clock: Pick<Clock, 'nowMs'>
  random: (size: number) => Uint8Array
  keys: SealKeys
  send: MailSender
  kinds: MailKindTable
  mailTemplates: Partial<Record<MailKind, MailMaker>>
  from: { name: string | undefined; address: string }
  retentionMs: number
}

/** `held`: staff have suspended the account of the mail, or not accepted it yet. */
type Outcome = MailOutcome | { result: 'held' }

export type MailAttempt = ReturnType<typeof mailAttempt>

/** The default name of the store. */
export const storeName = 'Animal Adoption Store'

/** Mail requested without signing in, for an address without a user, is soon removed. */
const SKIPPED_MS = 86_400_000

/** One attempt to send a mail. */
export const mailAttempt = (deps: Deps) => {
  const { database, clock, random, keys, send, kinds, mailTemplates, from, retentionMs } = deps

  /**
   * Undefined if there is nobody to send it to; an error text if the content cannot be read or
   * written.
   */
  const contentOf = async (mail: StoredMail): Promise<MailContent | undefined | string> => {
    const maker = mailTemplates[mail.kind]
    if (mail.subject === undefined && maker) return made(maker, mail)
    const { subject = '', sealedText } = mail
    const text = sealedText === undefined ? undefined : unseal(keys, sealedText, mail.messageKey)
    if (text === undefined)
      return 'The text cannot be read: it was written with another SECRET_KEY. All replicas need the same.'
    // We sealed it, so its shape is ours.
    return { subject, text: JSON.parse(text) as MailBlock[] }
  }

  const made = (maker: MailMaker, mail: StoredMail): Promise<MailContent | undefined | string> =>
    database
      .write((trx) => maker(trx, mail))
      .then((content) => content && { ...content, text: withNote(content, mail.language) })
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error
        return `The text could not be made: ${error instanceof Error ? error.message : error}`
      })

  const clearanceOfMail = ({ accountId, to: { address } }: StoredMail): Promise<Clearance> =>
    clearanceOf(database.read, { accountId, address })

  const messageOf = (mail: StoredMail, { subject, text }: MailContent, isOwnName: boolean): Message => ({
    from: {
      name: (isOwnName ? mail.fromName : undefined) ?? from.name ?? storeName,
      address: from.address,
    },
    to: { name: mail.to.name ?? '', address: mail.to.address },
    replyTo: isOwnName ? mail.replyTo : undefined,
    subject,
    text: plainText(text),
    html: htmlText(text, mail.language),
    messageId: `<${mail.messageKey}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    dateMs: mail.createdAtMs,
  })

  /**
   * Whether it is unchanged since this turn began: not erased, not withdrawn, not leased by another
   * worker, and its account not suspended.
   */
  const isStill = async ({ id, leasedUntilMs }: StoredMail, clearance: Clearance): Promise<boolean> => {
    const mail = await findMail(database.read, id)
    const isSame = mail?.status === 'pending' && mail.leasedUntilMs === leasedUntilMs
    return isSame && (await clearanceOfMail(mail)) === clearance
  }

  const attempt = async (mail: StoredMail, breaks: Breaks): Promise<Outcome | undefined> => {
    const clearance = await clearanceOfMail(mail)
    if (clearance === 'held') return { result: 'held' }
    const content = await contentOf(mail)
    if (content === undefined) return undefined
    if (typeof content === 'string') return { result: 'refused', error: content, isPermanent: false }
    return send(messageOf(mail, content, clearance === 'accountName'), {
      ...breaks,
      isWanted: async () => isStill(mail, clearance),
    })
  }

  const resultOf = (mail: StoredMail, outcome: Outcome | undefined, pauseMs: number): Result => {
    const nowMs = clock.nowMs()
    const { attempts } = mail
    if (!outcome) return { status: 'skipped', attempts, removeAtMs: nowMs + SKIPPED_MS, forgetsText: true }
    if (outcome.result === 'held') {
      const removeAtMs = nowMs + retentionMs
      return { status: 'held', heldReason: 'account', attempts, removeAtMs, error: mail.error }
    }
    if (outcome.result === 'brokenOff')
      return { status: 'pending', attempts, nextAttemptAtMs: nowMs, error: mail.error }
    const ended = { attempts: attempts + 1, removeAtMs: nowMs + retentionMs }
    if (outcome.result === 'sent') {
      const forgetsText = mail.secretUntilMs !== undefined || kinds[mail.kind]?.hasSecretLink === true
      return { status: 'sent', ...ended, sentAtMs: nowMs, forgetsText }
    }
    const { error } = outcome
    if (outcome.result === 'unreachable') {
      const nextAttemptAtMs = nowMs + pauseMs
      if (nextAttemptAtMs >= mail.giveUpAtMs) return { status: 'failed', error, ...ended, attempts }
      return { status: 'pending', attempts, nextAttemptAtMs, error }
    }
    if (outcome.isPermanent) return { status: 'failed', error, ...ended }
    const chance = Buffer.from(random(4)).readUInt32BE() / 2 ** 32
    const nextAttemptAtMs = nextAttemptMs({ ...mail, attempts: ended.attempts }, nowMs, chance)
    if (nextAttemptAtMs === undefined) return { status: 'failed', error, ...ended }
    return { status: 'pending', attempts: ended.attempts, nextAttemptAtMs, error }
  }

  return {
    /** Undefined if there was nobody to send it to, or nothing left to send. */
    async run(turn: Turn, breaks: Breaks) {
      // Read now, so that nothing that was erased in the meantime is sent.
      const mail = await findMail(database.read, turn.mailId)
      if (mail?.status !== 'pending' || mail.leasedUntilMs !== turn.leasedUntilMs) return undefined
      return { mail, outcome: await attempt(mail, breaks) }
    },

    /** Saves the result. `pauseMs`: how long nothing is sent because the server is unavailable. */
    note: (
      turn: Turn,
      { mail, outcome }: { mail: StoredMail; outcome: Outcome | undefined },
      pauseMs: number,
    ): Promise<void> => database.write(({ query }) => finishTurn(query, turn, resultOf(mail, outcome, pauseMs))),
  }
}
