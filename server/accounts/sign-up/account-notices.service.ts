import type { Clock } from '../../platform/clock.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import type { AccountReview } from '../accounts/account-review.ts'
import type { MailChange } from '../mail/mail.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import type { MailsService } from '../mail/mails.service.ts'
import type { UsersRepository } from '../users/users.service.ts'

type Deps = {
  database: Database<MailChange, Author>
  accounts: Pick<AccountReview, 'newestUnreviewedMs'>
  users: Pick<UsersRepository, 'listAdmins'>
  mails: Pick<MailsService, 'enqueue' | 'senderName' | 'countRecent'>
  clock: Pick<Clock, 'nowMs'>
  origin: () => string
}

const MAX_ADMINS = 20

export type AccountNotices = ReturnType<typeof accountNotices>

/**
 * Mail that asks staff to accept new accounts: at once, and then at most once an hour. It contains
 * nothing that a new user has typed.
 */
export const accountNotices = (deps: Deps) => {
  const { database, accounts, users, mails, clock, origin } = deps

  const isDue = async (trx: Trx, toAddress: string, newestMs: number): Promise<boolean> => {
    const to = { toAddress, kind: 'newAccount' } as const
    if ((await mails.countRecent(trx, to, HOUR_MS)) > 0) return false
    return (await mails.countRecent(trx, to, clock.nowMs() - newestMs + 1)) === 0
  }

  const notifyIn = async (trx: Trx<MailChange>): Promise<void> => {
    await trx.settle()
    const newestMs = await accounts.newestUnreviewedMs(trx.query)
    if (newestMs === undefined || newestMs < clock.nowMs() - DAY_MS) return
    const sender = await mails.senderName(trx, undefined)
    for (const { email, name, language = 'en' } of await users.listAdmins(trx.query, MAX_ADMINS)) {
      if (!(await isDue(trx, email, newestMs))) continue
      const { newAccount } = mailTexts[language]
      mails.enqueue(trx, {
        kind: 'newAccount',
        fromName: sender,
        language,
        to: { address: email, name },
        content: {
          subject: newAccount.subject(sender),
          text: [
            newAccount.lead(sender),
            { link: `${origin()}/console/settings/accounts`, label: newAccount.review },
            newAccount.next,
          ],
        },
      })
    }
  }

  return {
    notifyIn,

    /** Notifies staff of accounts created within an hour of the last mail. */
    async run(): Promise<void> {
      if ((await accounts.newestUnreviewedMs(database.read)) === undefined) return
      await database.writeAs(systemAuthor('sign-up'), notifyIn)
    },
  }
}
