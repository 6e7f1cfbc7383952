import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import type { MailTexts } from '../mail/languages/en.ts'
import type { MailChange } from '../mail/mail.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import type { MailsService } from '../mail/mails.service.ts'
import { greetedName, greetingTo } from '../mail/typed-names.ts'
import { LINK_MS } from './password-link.ts'
import { userError } from './user.errors.ts'
import type { User, UserRecord } from './user.ts'
import { findUserByEmail } from './users.repository.ts'

type Deps = {
  mails: Pick<MailsService, 'enqueue' | 'senderTo' | 'countRecent'>
  clock: Pick<Clock, 'nowMs'>
  /** The provider where people sign in, if they have no passwords. */
  providerName?: string | undefined
}

const PER_DAY = 3
const CHANGES_PER_DAY = 10
/** To all recipients together. */
const PER_ACCOUNT_AND_DAY = 50
/** Those of an account that staff have not accepted yet wait, and must not become many. */
const HELD_PER_ACCOUNT_AND_DAY = 10

type Linked = { user: Pick<User, 'email' | 'name' | 'accountId'>; link: string }

type PasswordOwner = Pick<UserRecord, 'email' | 'name' | 'accountId' | 'language'>

type LinkText = { subject: string; lead: string; label: string }

/** `isHeld`: it waits until staff accept the account. */
type LinkMail = { isHeld: boolean }

export type UserMails = ReturnType<typeof userMails>

/** Mails with links for users. */
export const userMails = ({ mails, clock, providerName }: Deps) => {
  /**
   * Limits links, as accounts could otherwise fill a stranger's mailbox. The store's own staff are
   * trusted.
   */
  const checkMany = async (
    trx: Trx,
    address: string,
    { accountId, most }: { accountId: bigint; most: number },
  ): Promise<void> => {
    // Concurrent requests must get no further than sequential ones.
    await trx.lockName(`links of ${accountId}`)
    await trx.lockName(`links to ${address}`)
    await trx.settle()
    const sent = await mails.countRecent(trx, { linksOf: accountId }, DAY_MS)
    if (sent >= most) throw tooMany(`Your account has sent ${most} links`)
    const counts = [
      await mails.countRecent(trx, { toAddress: address, kind: 'invitation' }, DAY_MS),
      await mails.countRecent(trx, { toAddress: address, kind: 'passwordLink' }, DAY_MS),
    ]
    if (counts.reduce((sum, count) => sum + count) >= PER_DAY) throw tooMany(`The person was sent ${PER_DAY} links`)
  }

  const enqueue = async (
    trx: Trx<MailChange>,
    kind: 'invitation' | 'passwordLink',
    { user: { email, name, accountId }, link }: Linked,
    by: Caller | undefined,
    say: (texts: MailTexts, sender: string) => LinkText,
  ): Promise<LinkMail> => {
    const sender = await mails.senderTo(trx, { accountId, address: email })
    const { name: fromName, clearance } = sender
    const isHeld = clearance === 'held'
    const most = isHeld ? HELD_PER_ACCOUNT_AND_DAY : PER_ACCOUNT_AND_DAY
    if (by && !by.actsForStore) await checkMany(trx, email, { accountId: by.accountId, most })
    const { language = 'en' } = { ...(await findUserByEmail(trx.query, email)) }
    const texts = mailTexts[language]
    const { subject, lead, label } = say(texts, fromName)
    mails.enqueue(trx, {
      kind,
      accountId,
      fromName,
      language,
      to: { address: email, name: greetedName(name) },
      content: {
        subject,
        text: [greetingTo(name, language), lead, { link, label }, texts.invitation.expiry],
        secretUntilMs: clock.nowMs() + LINK_MS,
      },
    })
    return { isHeld }
  }

  return {
    /** Throws `too_many_attempts` for somebody who changes it all day, as each change is a mail. */
    async passwordChanged(
      trx: Trx<MailChange>,
      { email, name, accountId, language = 'en' }: PasswordOwner,
    ): Promise<void> {
      const changes = { toAddress: email, kind: 'passwordChanged' } as const
      if ((await mails.countRecent(trx, changes, DAY_MS)) >= CHANGES_PER_DAY)
        throw tooMany(`You have changed your password ${CHANGES_PER_DAY} times`)
      const { name: fromName } = await mails.senderTo(trx, { accountId, address: email })
      const { subject, lead, advice } = mailTexts[language].passwordChanged
      const to = { address: email, name: greetedName(name) }
      const content = {
        subject: subject(fromName),
        text: [greetingTo(name, language), lead(fromName), advice],
      }
      mails.enqueue(trx, { kind: 'passwordChanged', accountId, fromName, language, to, content })
    },

    invitation: (trx: Trx<MailChange>, to: Linked, by?: Caller): Promise<LinkMail> =>
      enqueue(trx, 'invitation', to, by, ({ invitation }, sender) => ({
        subject: invitation.subject(sender),
        ...(providerName === undefined
          ? { lead: invitation.lead(sender), label: invitation.choosePassword }
          : { lead: invitation.leadForProvider(sender, providerName), label: invitation.signIn }),
      })),

    passwordLink: (trx: Trx<MailChange>, to: Linked, by?: Caller): Promise<LinkMail> =>
      enqueue(trx, 'passwordLink', to, by, ({ passwordLink, invitation }, sender) =>
        providerName === undefined
          ? {
              subject: passwordLink.subject(sender),
              lead: passwordLink.lead(sender),
              label: passwordLink.setPassword,
            }
          : {
              subject: passwordLink.subjectForProvider(sender),
              lead: passwordLink.leadForProvider(sender, providerName),
              label: invitation.signIn,
            },
      ),
  }
}

const tooMany = (what: string) =>
  userError('too_many_attempts', {
    message: `${what} within a day. Try again tomorrow.`,
    headers: { 'retry-after': String(DAY_MS / 1_000) },
  })
