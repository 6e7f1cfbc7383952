import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { mailError } from './mail.errors.ts'
import {
  giveUpMs,
  type Mail,
  type MailChange,
  type MailKind,
  type MailKindTable,
  type MailState,
  type MailStatus,
  type MailWithText,
  mailState,
  type NewMail,
  type StoredMail,
  shownMail,
} from './mail.ts'
import { type Clearance, clearanceOf, listCleared } from './mail-clearance.repository.ts'
import { type SealKeys, unseal } from './mail-seal.ts'
import { type MailBlock, plainText } from './mail-text.ts'
import {
  type Counted,
  countMails,
  countSince,
  findMail,
  forgetSecrets,
  listMails,
  listRequested,
  makeDue,
  readMailBacklog,
  releaseMail,
  removeEnded,
  withdrawMails,
} from './mails.repository.ts'
import { staffName } from './typed-names.ts'

type Deps = {
  database: Database<MailChange, Author>
  clock: Pick<Clock, 'nowMs'>
  keys: SealKeys
  kinds: MailKindTable
  /** Whether there is a mail server. */
  hasServer: boolean
  /** The name of the store in mail. */
  storeName: string
  /** The public name of an account. */
  nameOf: (trx: Trx, accountId: bigint) => Promise<string | undefined>
  retentionMs: number
}

/** Older mail of an account stays held when staff accept it: what it says may be over. */
const MAX_HELD_MS = 7 * DAY_MS
/** Mail released in one transaction. */
const RELEASE_STEP = 50

/** Rows removed in one transaction, as all writes wait for it. */
const STEP = 500

export type MailsService = ReturnType<typeof mailsService>

/** Queued, sent and failed mail. */
export const mailsService = (deps: Deps) => {
  const { database, clock, keys, hasServer, retentionMs } = deps
  // Only kinds of mail are properties of their table.
  const toUsers = (Object.keys(deps.kinds) as MailKind[]).filter((kind) => deps.kinds[kind].isToUsers)
  const withText = (mail: StoredMail): MailWithText => {
    const { sealedText, messageKey } = mail
    const text = sealedText === undefined ? undefined : unseal(keys, sealedText, messageKey)
    // We sealed it, so its shape is ours.
    const blocks = text === undefined ? undefined : (JSON.parse(text) as MailBlock[])
    return { ...shownMail(mail), ...(blocks && { text: plainText(blocks) }) }
  }

  const clearanceOfMail = (trx: Trx, { accountId, to: { address } }: StoredMail) =>
    clearanceOf(trx.query, { accountId, address })

  const checkRetry = ({ status, sealedText, subject, secretUntilMs }: StoredMail, clearance: Clearance): void => {
    const invalidTransition = (message: string) => requestError('invalid_transition', { message })
    if (status === 'sent') throw invalidTransition('The mail was already sent.')
    if (status === 'skipped') throw invalidTransition('The mail has no recipient.')
    if (status === 'held') throw invalidTransition('The mail is held. Release it instead.')
    if (clearance === 'held') throw invalidTransition('Accept the account of the mail first, or end its suspension.')
    if (!hasServer) throw invalidTransition('No mail server is configured. Set SMTP_URL, or send the text by hand.')
    if (isExpired({ secretUntilMs }) || (subject !== undefined && sealedText === undefined))
      throw invalidTransition('The link in this mail has expired. Create a new one.')
  }

  const isExpired = ({ secretUntilMs = Infinity }: Pick<StoredMail, 'secretUntilMs'>): boolean =>
    secretUntilMs <= clock.nowMs()

  /** Leaves mail alone that is not held, whose link has expired, or whose account staff have not accepted. */
  const releaseOne = async (trx: Trx<MailChange>, id: bigint): Promise<StoredMail | undefined> => {
    await trx.lock('mails', id)
    const mail = await findMail(trx.query, id)
    if (mail?.status !== 'held' || isExpired(mail)) return mail
    if ((await clearanceOfMail(trx, mail)) === 'held') return mail
    const nowMs = clock.nowMs()
    const status = hasServer ? 'pending' : 'manual'
    const giveUpAtMs = giveUpMs(nowMs, mail.secretUntilMs)
    await releaseMail(trx.query, { id, status, giveUpAtMs }, nowMs)
    trx.record({ kind: 'mail released', mailId: id })
    return findMail(trx.query, id)
  }

  const senderName = async (trx: Trx, accountId: bigint | undefined): Promise<string> =>
    accountName(accountId === undefined ? undefined : await deps.nameOf(trx, accountId)) ?? deps.storeName

  return {
    hasServer,

    /**
     * Queues a mail in the transaction of its cause: it is sent only if that is committed. Without
     * a mail server it is stored for people to send. User input never makes it throw.
     */
    enqueue: (trx: Trx<MailChange>, mail: NewMail): void =>
      trx.record({ kind: 'mail queued', mail, isByHand: !hasServer, retentionMs }),

    /** The sender's name for a subject or a text: the organization of an account, or the store. */
    senderName,

    /** The sender of an account's mail to somebody, and whether the mail may leave the store. */
    async senderTo(
      trx: Trx,
      { accountId, address }: { accountId: bigint | undefined; address: string },
    ): Promise<{ name: string; clearance: Clearance }> {
      const clearance = await clearanceOf(trx.query, { accountId, address })
      const named = clearance === 'storeName' ? undefined : accountId
      return { name: await senderName(trx, named), clearance }
    },

    /**
     * Stops sending to a removed user and removes their mail. Addresses of the last day stay, so
     * that removing users does not get around a limit.
     */
    withdrawFrom: async (trx: Trx, address: string): Promise<void> => {
      await trx.settle()
      const of = { address, kinds: toUsers, retentionMs: DAY_MS }
      await withdrawMails(trx.query, of, clock.nowMs())
    },

    list: async (list: {
      status: MailStatus | undefined
      afterId: bigint | undefined
      limit: number
    }): Promise<Mail[]> => (await listMails(database.read, { ...list, before: list.afterId })).map(shownMail),
    count: (status: MailStatus | undefined): Promise<number> => countMails(database.read, status),
    find: async (id: bigint): Promise<MailWithText | undefined> => {
      const mail = await findMail(database.read, id)
      return mail && withText(mail)
    },

    /** Sends it again now, with the whole retry schedule. */
    async retry(trx: Trx<MailChange>, id: bigint): Promise<MailState> {
      await trx.lock('mails', id)
      const mail = await findMail(trx.query, id)
      if (!mail) throw mailError('mail_not_found')
      checkRetry(mail, await clearanceOfMail(trx, mail))
      const nowMs = clock.nowMs()
      await makeDue(trx.query, { id, giveUpAtMs: giveUpMs(nowMs, mail.secretUntilMs) }, nowMs)
      trx.record({ kind: 'mail due again', mailId: id })
      return mailState((await findMail(trx.query, id)) ?? mail)
    },

    /**
     * Sends held mail and leaves other mail alone, also that of an account that staff have not
     * accepted or have suspended. Unknown ids are ignored, as the mail may have been erased in the
     * meantime.
     */
    async release(trx: Trx<MailChange>, ids: readonly bigint[]): Promise<MailState[]> {
      const states: MailState[] = []
      // Sorted by id, so that concurrent calls cannot deadlock.
      for (const id of [...new Set(ids)].toSorted(byId)) {
        const mail = await releaseOne(trx, id)
        if (mail) states.push(mailState(mail))
      }
      return states
    },

    /**
     * Sends mail that was held because of its account, once staff have accepted the account or ended
     * its suspension. A routine, as mail may be queued while they do.
     */
    async releaseCleared(stopping: AbortSignal): Promise<void> {
      const query = database.readLong('held mail')
      await repeatUntilDone(async () => {
        const nowMs = clock.nowMs()
        const list = { createdAfterMs: nowMs - MAX_HELD_MS, nowMs, limit: RELEASE_STEP }
        const ids = await listCleared(query, list)
        if (ids.length === 0) return false
        await database.writeAs(systemAuthor('held mail'), async (trx) => {
          for (const id of ids.toSorted(byId)) await releaseOne(trx, id)
        })
        return ids.length === RELEASE_STEP
      }, stopping)
    },

    /** How many mails were written recently. */
    countRecent: (trx: Trx, of: Counted, withinMs: number): Promise<number> =>
      countSince(trx.query, of, clock.nowMs() - withinMs),

    /** The mail that somebody recently requested for an address without signing in. */
    async listRequested(trx: Trx, toAddress: string, withinMs: number) {
      const nowMs = clock.nowMs()
      const list = await listRequested(trx.query, { toAddress, sinceMs: nowMs - withinMs })
      return list.map(({ createdAtMs, ...mail }) => ({ ...mail, ageMs: nowMs - createdAtMs }))
    },

    /** Removes old mail, a bounded number at a time. */
    async purge(stopping: AbortSignal): Promise<void> {
      const nowMs = clock.nowMs()
      await database.write(({ query }) => forgetSecrets(query, nowMs))
      const step = () => database.write(({ query }) => removeEnded(query, nowMs, STEP))
      await repeatUntilDone(async () => (await step()) === STEP, stopping)
    },

    /** The pending mail, for a gauge. */
    backlog: () => readMailBacklog(database.read, clock.nowMs()),
  }
}

const byId = (one: bigint, other: bigint): number => (one < other ? -1 : 1)

const accountName = (name: string | undefined) => (name === undefined ? undefined : staffName(name))
