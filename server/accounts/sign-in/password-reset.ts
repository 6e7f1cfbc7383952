import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { MailMaker } from '../mail/mail-attempt.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import type { MailsService } from '../mail/mails.service.ts'
import { greetingTo } from '../mail/typed-names.ts'
import type { PasskeyPolicy } from '../users/passkey-policy.ts'
import { passwordLink } from '../users/password-link.ts'
import type { UserRecord } from '../users/user.ts'
import type { UsersRepository } from '../users/users.service.ts'
import type { Tickets } from './tickets.ts'

type Deps = {
  users: Pick<UsersRepository, 'findUserByEmail'>
  mails: Pick<MailsService, 'senderTo'>
  tickets: Pick<Tickets, 'make'>
  clock: Pick<Clock, 'nowMs'>
  passkeyPolicy: Pick<PasskeyPolicy, 'needsPasskey'>
  /** The URL of this server. Never taken from a request, as its sender could name any host. */
  origin: () => string
}

const VALID_MS = 3_600_000

/** Binds a reset link to the current password, so that it expires when that changes. */
export const passwordSum = ({ passwordHash = '' }: Pick<UserRecord, 'passwordHash'>): string =>
  hash('sha256', passwordHash, 'hex').slice(0, 32)

/**
 * The mail to somebody who has forgotten a password. It is sent to nobody if no user has the
 * address.
 */
export const passwordResetMail =
  ({ users, mails, tickets, clock, origin, passkeyPolicy }: Deps): MailMaker =>
  async (trx, { to, language }) => {
    const user = await users.findUserByEmail(trx.query, to.address)
    if (!user || user.disabledAtMs !== undefined) return undefined
    if (await passkeyPolicy.needsPasskey(trx.query, user)) return undefined
    const { accountId, email } = user
    const { name: sender, clearance } = await mails.senderTo(trx, { accountId, address: email })
    // Its account has invited this address, and staff have not accepted the account.
    if (clearance === 'held') return undefined
    const { passwordLink: texts, passwordReset } = mailTexts[language]
    const value = { userId: String(user.id), sum: passwordSum(user) }
    return {
      subject: texts.subject(sender),
      text: [
        greetingTo(user.name, language),
        passwordReset.lead(sender),
        {
          link: passwordLink(origin(), tickets.make('password reset', value, VALID_MS)),
          label: texts.setPassword,
        },
        passwordReset.expiry,
      ],
      secretUntilMs: clock.nowMs() + VALID_MS,
    }
  }
