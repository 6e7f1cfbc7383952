import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { MailChange } from '../mail/mail.ts'
import type { MailsService } from '../mail/mails.service.ts'
import { greetedName, greetingTo } from '../mail/typed-names.ts'
import { LINK_MS } from './password-link.ts'
import type { User } from './user.ts'

type Deps = {
  mails: Pick<MailsService, 'enqueue' | 'senderName' | 'countRecent'>
  clock: Pick<Clock, 'nowMs'>
  /** The provider where people sign in, if they have no passwords. */
  providerName?: string | undefined
}

const DAY_MS = 86_400_000
const PER_DAY = 3
/** To all recipients together. */
const PER_ACCOUNT_AND_DAY = 50

type Linked = { user: Pick<User, 'email' | 'name' | 'accountId'>; link: string }

export type UserMails = ReturnType<typeof userMails>

/** Mails with links for users. */
export const userMails = ({ mails, clock, providerName }: Deps) => {
  /**
   * Limits links, as accounts could otherwise fill a stranger's mailbox. The store's own staff are
   * trusted.
   */
  const checkMany = async (trx: Trx, address: string, accountId: bigint): Promise<void> => {
    // Concurrent requests must get no further than sequential ones.
    await trx.lockName(`links of ${accountId}`)
    await trx.lockName(`links to ${address}`)
    await trx.settle()
    const sent = await mails.countRecent(trx, { linksOf: accountId }, DAY_MS)
    if (sent >= PER_ACCOUNT_AND_DAY)
      throw tooMany(`Your account has sent ${PER_ACCOUNT_AND_DAY} links`)
    const counts = [
      await mails.countRecent(trx, { toAddress: address, kind: 'invitation' }, DAY_MS),
      await mails.countRecent(trx, { toAddress: address, kind: 'passwordLink' }, DAY_MS),
    ]
    if (counts.reduce((sum, count) => sum + count) >= PER_DAY)
      throw tooMany(`The person was sent ${PER_DAY} links`)
  }

  const enqueue = async (
    trx: Trx<MailChange>,
    kind: 'invitation' | 'passwordLink',
    { user: { email, name, accountId }, link }: Linked,
    by: Caller | undefined,
    say: (sender: string) => { subject: string; lead: string; label: string },
  ): Promise<void> => {
    if (by && !by.actsForStore) await checkMany(trx, email, by.accountId)
    const fromName = await mails.senderName(trx, accountId)
    const { subject, lead, label } = say(fromName)
    mails.enqueue(trx, {
      ...{ kind, accountId, fromName, to: { address: email, name: greetedName(name) } },
      content: {
        subject,
        text: [
          greetingTo(name),
          lead,
          { link, label },
          'The link works once, within 7 days. If you did not expect this email, you can ignore it.',
        ],
        secretUntilMs: clock.nowMs() + LINK_MS,
      },
    })
  }

  return {
    invitation: (trx: Trx<MailChange>, to: Linked, by?: Caller): Promise<void> =>
      enqueue(trx, 'invitation', to, by, (sender) => ({
        subject: `You are invited to ${sender}`,
        ...(providerName === undefined
          ? {
              lead: `You have been invited to work with ${sender}. Choose a password to sign in.`,
              label: 'Choose a password',
            }
          : {
              lead: `You have been invited to work with ${sender}. Sign in with ${providerName}.`,
              label: 'Sign in',
            }),
      })),

    passwordLink: (trx: Trx<MailChange>, to: Linked, by?: Caller): Promise<void> =>
      enqueue(trx, 'passwordLink', to, by, (sender) =>
        providerName === undefined
          ? {
              subject: `Set a new password for ${sender}`,
              lead: `An administrator of ${sender} has made a link for you to set a new password.`,
              label: 'Set a new password',
            }
          : {
              subject: `Sign in to ${sender}`,
              lead: `An administrator of ${sender} has renewed your invitation. Sign in with ${providerName}.`,
              label: 'Sign in',
            },
      ),
  }
}

const tooMany = (what: string): ApiError =>
  new ApiError('too_many_attempts', {
    message: `${what} within a day. Try again tomorrow.`,
    headers: { 'retry-after': String(DAY_MS / 1_000) },
  })
