import type { Clock } from '../../platform/clock.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import {
  giveUpMs,
  type Mail,
  type MailChange,
  type MailKind,
  type MailState,
  type MailStatus,
  type MailWithText,
  mailState,
  type NewMail,
  type StoredMail,
  shownMail,
} from './mail.ts'
import { type SealKeys, unseal } from './mail-seal.ts'
import { type MailBlock, plainText } from './mail-text.ts'
import {
  type Counted,
  countMails,
  countSince,
  findMail,
  forgetSecrets,
  listMails,
  makeDue,
  readMailBacklog,
  releaseMail,
  removeEnded,
  withdrawMails,
} from './mails.repository.ts'
import { mailName } from './typed-names.ts'

type Deps = {
  database: Database<MailChange, Author>
  clock: Pick<Clock, 'nowMs'>
  keys: SealKeys
  /** Whether there is a mail server. */
  hasServer: boolean
  /** What the store calls itself in mail. */
  storeName: string
  /** What others know an account as. */
  nameOf: (trx: Trx, accountId: bigint) => Promise<string | undefined>
  retentionMs: number
}

const DAY_MS = 86_400_000
/** What is sent to users, as such. */
const toUsers: readonly MailKind[] = [
  ...(['invitation', 'passwordLink', 'passwordReset'] as const),
  ...(['newApplication', 'newApplications', 'newAccount'] as const),
]

/** Rows removed in one transaction, as everybody's writes wait for it. */
const STEP = 500

export type MailsService = ReturnType<typeof mailsService>

/** Mail: what waits, what was sent, and what could not be. */
export const mailsService = (deps: Deps) => {
  const { database, clock, keys, hasServer, retentionMs } = deps
  const withText = (mail: StoredMail): MailWithText => {
    const { sealedText, messageKey } = mail
    const text = sealedText === undefined ? undefined : unseal(keys, sealedText, messageKey)
    // Sealed by us, so it is what we wrote.
    const blocks = text === undefined ? undefined : (JSON.parse(text) as MailBlock[])
    return { ...shownMail(mail), ...(blocks && { text: plainText(blocks) }) }
  }

  const checkRetry = ({ status, sealedText, subject, secretUntilMs }: StoredMail): void => {
    const refuse = (message: string) => new ApiError('invalid_transition', { message })
    if (status === 'sent') throw refuse('The mail was sent already.')
    if (status === 'skipped') throw refuse('There is nobody to send it to.')
    if (status === 'held') throw refuse('The mail is held: release it.')
    if (!hasServer) throw refuse('There is no mail server: set SMTP_URL, or send the text by hand.')
    const isOver = secretUntilMs !== undefined && secretUntilMs <= clock.nowMs()
    if (isOver || (subject !== undefined && sealedText === undefined))
      throw refuse('The link in this mail has expired: make a new one.')
  }

  return {
    hasServer,

    /**
     * Queues a mail in the transaction of what causes it: it is sent if that is committed, and never otherwise. Without a
     * mail server it is kept for people to send. Throws nothing of what somebody may have typed in.
     */
    enqueue: (trx: Trx<MailChange>, mail: NewMail): void =>
      trx.record({ kind: 'mail queued', mail, isByHand: !hasServer, keptMs: retentionMs }),

    /** Who mail is from, for a subject or a text: the organization of an account, or the store. */
    senderName: async (trx: Trx, accountId: bigint | undefined): Promise<string> =>
      accountName(accountId === undefined ? undefined : await deps.nameOf(trx, accountId)) ??
      deps.storeName,

    /**
     * Sends nothing more to a user who is gone, and forgets what was written. Of the last day the address alone is kept, so
     * that nobody gets past a limit by removing users.
     */
    withdrawFrom: async (trx: Trx, address: string): Promise<void> => {
      await trx.settle()
      const of = { address, kinds: toUsers, keptMs: DAY_MS }
      await withdrawMails(trx.query, of, clock.nowMs())
    },

    list: (list: {
      status: MailStatus | undefined
      afterId: bigint | undefined
      limit: number
    }): MaybePromise<Mail[]> =>
      andThen(listMails(database.read, { ...list, before: list.afterId }), (found) =>
        found.map(shownMail),
      ),
    count: (status: MailStatus | undefined): MaybePromise<number> =>
      countMails(database.read, status),
    find: (id: bigint): MaybePromise<MailWithText | undefined> =>
      andThen(findMail(database.read, id), (mail) => mail && withText(mail)),

    /** Sends it again now, and then by the whole schedule. */
    async retry(trx: Trx<MailChange>, id: bigint): Promise<MailState> {
      await trx.lock('mails', id)
      const mail = await findMail(trx.query, id)
      if (!mail) throw new ApiError('mail_not_found')
      checkRetry(mail)
      const nowMs = clock.nowMs()
      await makeDue(trx.query, { id, giveUpAtMs: giveUpMs(nowMs, mail.secretUntilMs) }, nowMs)
      trx.record({ kind: 'mail due again', mailId: id })
      return mailState((await findMail(trx.query, id)) ?? mail)
    },

    /**
     * Sends held mail, and leaves any other as it is. Ids of no mail are left out: it may have been erased meanwhile.
     */
    async release(trx: Trx<MailChange>, ids: readonly bigint[]): Promise<MailState[]> {
      const states: MailState[] = []
      // By their ids, as everybody does who locks several.
      for (const id of [...new Set(ids)].toSorted((one, other) => (one < other ? -1 : 1))) {
        await trx.lock('mails', id)
        const mail = await findMail(trx.query, id)
        if (mail?.status === 'held') {
          const nowMs = clock.nowMs()
          const status = hasServer ? 'pending' : 'manual'
          await releaseMail(trx.query, { id, status, giveUpAtMs: giveUpMs(nowMs) }, nowMs)
          trx.record({ kind: 'mail released', mailId: id })
        }
        const released = await findMail(trx.query, id)
        if (released) states.push(mailState(released))
      }
      return states
    },

    /** How many mails were written in the last while. */
    countRecent: (trx: Trx, of: Counted, withinMs: number): Promise<number> =>
      countSince(trx.query, of, clock.nowMs() - withinMs),

    /** Removes what need not be kept any more, a bounded number at a time. */
    async purge(stopping: AbortSignal): Promise<void> {
      const nowMs = clock.nowMs()
      await database.write(({ query }) => forgetSecrets(query, nowMs))
      const step = () => database.write(({ query }) => removeEnded(query, nowMs, STEP))
      await repeatUntilDone(async () => (await step()) === STEP, stopping)
    },

    /** What waits, for a gauge. */
    backlog: () => readMailBacklog(database.read, clock.nowMs()),
  }
}

const accountName = (name: string | undefined) => (name === undefined ? undefined : mailName(name))
