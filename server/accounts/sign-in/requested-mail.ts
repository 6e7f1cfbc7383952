import { createHmac, type KeyObject } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Language } from '../../platform/language.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { countedUnder, networkOf } from '../../requests/rate-limits/address.ts'
import { type MailChange, type MailKind, mailAddressIssue } from '../mail/mail.ts'
import type { MailsService } from '../mail/mails.service.ts'
import { userError } from '../users/user.errors.ts'
import { foldEmail } from '../users/user.ts'

type Deps = {
  database: Database<MailChange, Author>
  mails: Pick<MailsService, 'enqueue' | 'countRecent' | 'listRequested'>
  /** Keys the digests of clients' addresses. */
  key: KeyObject
}

/** Mails of each kind to one email address that a network may request in an hour. */
const PER_NETWORK = 3
/** Mails to one email address in a day after the first that a network requests, by all networks. */
const REPEATED_PER_DAY = 3
/** Mails to one email address in a day, so that many networks cannot fill a mailbox. */
const PER_EMAIL_AND_DAY = 10
const PER_ADDRESS = 20

type Request = { email: string; language: Language | undefined; bucket: string }

export type RequestMail = (kind: MailKind, request: Request) => Promise<void>

/**
 * Queues mail that somebody requests without signing in. It behaves the same and takes the same
 * time for every email: the user is only looked up when the mail is sent. `bucket` is the address
 * of the request. Requests are counted by email and network, and most of a day's mail is for
 * networks that have not asked yet, so that a stranger cannot lock somebody out by asking.
 */
export const requestedMail =
  ({ database, mails, key }: Deps): RequestMail =>
  async (kind, { email, language = 'en', bucket }) => {
    const address = foldEmail(email)
    const issue = mailAddressIssue(address)
    if (issue) throw validationFailed([issue])
    const requesters = requestersOf(bucket, key)
    const network = requesters[0]?.beginning ?? ''
    await database.writeAs(systemAuthor('requested mail'), async (trx) => {
      // Concurrent requests must get no further than sequential ones.
      await trx.lockName('requested mail')
      await trx.settle()
      const today = await mails.listRequested(trx, address, DAY_MS)
      if (today.length >= PER_EMAIL_AND_DAY) throw tooMany(DAY_MS)
      const own = today.filter((mail) => mail.kind === kind && mail.requestedBy.startsWith(network))
      if (own.filter(({ ageMs }) => ageMs < HOUR_MS).length >= PER_NETWORK) throw tooMany(HOUR_MS)
      if (own.length > 0 && repeatedOf(today) >= REPEATED_PER_DAY) throw tooMany(DAY_MS)
      for (const { beginning, most } of requesters) {
        if (most === Infinity) continue
        const count = await mails.countRecent(trx, { requestedBy: beginning }, HOUR_MS)
        if (count >= most) throw tooMany(HOUR_MS)
      }
      const requestedBy = requesters.at(-1)?.beginning
      mails.enqueue(trx, { kind, to: { address }, language, requestedBy })
    })
  }

/**
 * The stored forms of the requester: the digest of the widest network comes first, so that all mail
 * of a network has the same prefix. The last one is the address.
 */
const requestersOf = (bucket: string, key: KeyObject): { beginning: string; most: number }[] => {
  let beginning = ''
  const network = networkOf(bucket)
  const counted = countedUnder(bucket).toReversed()
  const isCounted = counted.some(({ name }) => name === network)
  return [...(isCounted ? [] : [{ name: network, times: Infinity }]), ...counted].map(({ name, times }) => {
    beginning += digestOf(name, key)
    return { beginning, most: PER_ADDRESS * times }
  })
}

const digestOf = (name: string, key: KeyObject): string => createHmac('sha256', key).update(name).digest('base64url')

/** The length of a digest, and so of the prefix of a network. */
const DIGEST_LENGTH = 43

/** How many mails are not the first of their kind that a network has requested. */
const repeatedOf = (mails: readonly { kind: MailKind; requestedBy: string }[]): number =>
  mails.length - new Set(mails.map(({ kind, requestedBy }) => kind + requestedBy.slice(0, DIGEST_LENGTH))).size

const tooMany = (waitMs: number) =>
  userError('too_many_attempts', {
    message: `Too many emails were requested. Check your mailbox, or try again in ${waitMs === DAY_MS ? 'a day' : 'an hour'}.`,
    headers: { 'retry-after': String(waitMs / 1_000) },
  })
