import type { Clock } from '../../platform/clock.ts'
import type { MailMaker } from '../mail/mail-attempt.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import type { MailsService } from '../mail/mails.service.ts'
import type { Tickets } from '../sign-in/tickets.ts'
import { signUpLink } from '../users/password-link.ts'
import type { UsersRepository } from '../users/users.service.ts'

type Deps = {
  users: Pick<UsersRepository, 'findUserByEmail'>
  mails: Pick<MailsService, 'senderName'>
  tickets: Pick<Tickets, 'make'>
  clock: Pick<Clock, 'nowMs'>
  origin: () => string
}

const VALID_MS = 86_400_000

/**
 * The mail that confirms an address. It contains nothing that the visitor typed, as anybody may
 * have entered the address.
 */
export const signUpMail =
  ({ users, mails, tickets, clock, origin }: Deps): MailMaker =>
  async (trx, { to, language }) => {
    const { signUp, invitation } = mailTexts[language]
    const sender = await mails.senderName(trx, undefined)
    const known = await users.findUserByEmail(trx.query, to.address)
    // An invitation that was not accepted does not claim the address.
    if (known && known.unprovenSinceMs === undefined) {
      return {
        subject: signUp.subjectIfKnown(sender),
        text: [signUp.leadIfKnown(sender), { link: `${origin()}/console`, label: invitation.signIn }, signUp.ignore],
      }
    }
    const ticket = tickets.make('sign-up', { email: to.address }, VALID_MS)
    return {
      subject: signUp.subject(sender),
      text: [signUp.lead(sender), { link: signUpLink(origin(), ticket), label: signUp.confirm }, signUp.expiry],
      secretUntilMs: clock.nowMs() + VALID_MS,
    }
  }
