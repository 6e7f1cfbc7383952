import { createHmac, type KeyObject } from 'node:crypto'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Language } from '../../platform/language.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { countedUnder } from '../../requests/rate-limits/address.ts'
import { type MailChange, type MailKind, mailAddressIssue } from '../mail/mail.ts'
import type { MailsService } from '../mail/mails.service.ts'
import { foldEmail } from '../users/user.ts'

type Deps = {
  database: Database<MailChange, Author>
  mails: Pick<MailsService, 'enqueue' | 'countRecent'>
  /** Keys the digests of clients' addresses. */
  key: KeyObject
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Mails of each kind to one email address. */
const PER_EMAIL = 3
/** Mails of all kinds, so that hourly requests cannot fill a mailbox. */
const PER_EMAIL_AND_DAY = 10
const PER_ADDRESS = 20

type Request = { email: string; language: Language | undefined; bucket: string }

export type RequestMail = (kind: MailKind, request: Request) => Promise<void>

/**
 * Queues mail that somebody requests without signing in. It behaves the same and takes the same
 * time for every email: the user is only looked up when the mail is sent. `bucket` is the network
 * of the request.
 */
export const requestedMail =
  ({ database, mails, key }: Deps): RequestMail =>
  async (kind, { email, language = 'en', bucket }) => {
    const address = foldEmail(email)
    const issue = mailAddressIssue(address)
    if (issue) throw validationFailed([issue])
    const requesters = requestersOf(bucket, key)
    await database.writeAs(systemAuthor('requested mail'), async (trx) => {
      // Concurrent requests must get no further than sequential ones.
      await trx.lockName('requested mail')
      await trx.settle()
      const inDay = { toAddress: address, isRequested: true } as const
      if ((await mails.countRecent(trx, inDay, DAY_MS)) >= PER_EMAIL_AND_DAY) throw tooMany(DAY_MS)
      if ((await mails.countRecent(trx, { toAddress: address, kind }, HOUR_MS)) >= PER_EMAIL)
        throw tooMany(HOUR_MS)
      for (const { beginning, most } of requesters) {
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
  return countedUnder(bucket)
    .toReversed()
    .map(({ name, times }) => {
      beginning += createHmac('sha256', key).update(name).digest('base64url')
      return { beginning, most: PER_ADDRESS * times }
    })
}

const tooMany = (waitMs: number): ApiError =>
  new ApiError('too_many_attempts', {
    message: `Too many emails were requested. Check your mailbox, or try again in ${waitMs === DAY_MS ? 'a day' : 'an hour'}.`,
    headers: { 'retry-after': String(waitMs / 1_000) },
  })
