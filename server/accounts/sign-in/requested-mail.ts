import { createHmac, type KeyObject } from 'node:crypto'
import { validationFailed } from '../../platform/http/http-error.ts'
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
  /** Addresses of clients are stored as digests by it. */
  key: KeyObject
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of each kind, to one email address. */
const PER_EMAIL = 3
/** Of all kinds: whoever asks by the hour fills nobody's mailbox. */
const PER_EMAIL_AND_DAY = 10
const PER_ADDRESS = 20

export type RequestMail = (kind: MailKind, email: string, bucket: string) => Promise<void>

/**
 * Queues mail that somebody asks for without signing in. It does the same for every email, in the same time: whether
 * anybody has it is only looked up when the mail is sent. `bucket` is where the request comes from.
 */
export const requestedMail =
  ({ database, mails, key }: Deps): RequestMail =>
  async (kind, email, bucket) => {
    const address = foldEmail(email)
    const issue = mailAddressIssue(address)
    if (issue) throw validationFailed([issue])
    const requesters = requestersOf(bucket, key)
    await database.writeAs(systemAuthor('requested mail'), async (trx) => {
      // Many at one time get no further than one after the other.
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
      mails.enqueue(trx, { kind, to: { address }, requestedBy })
    })
  }

/**
 * Whoever asks, as their mail is stored: the digest of the widest network first, so that all mail of a network begins with
 * the same text. The last one is the address.
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
    message: `Too many emails were asked for. Look into your mailbox, or try again in ${waitMs === DAY_MS ? 'a day' : 'an hour'}.`,
    headers: { 'retry-after': String(waitMs / 1_000) },
  })
