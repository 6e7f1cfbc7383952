import type { MailChange } from '../mail/mail.ts'
import type { MailsService } from '../mail/mails.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Trx } from '../platform/storage/database.ts'
import { LINK_MS } from './password-link.ts'
import type { User } from './user.ts'

type Deps = {
  mails: Pick<MailsService, 'enqueue' | 'senderName'>
  clock: Pick<Clock, 'nowMs'>
}

type Linked = { user: Pick<User, 'email' | 'name' | 'accountId'>; link: string }

export type UserMails = ReturnType<typeof userMails>

/** The mail that brings people their links. */
export const userMails = ({ mails, clock }: Deps) => {
  const enqueue = async (
    trx: Trx<MailChange>,
    kind: 'invitation' | 'passwordLink',
    { user: { email, name, accountId }, link }: Linked,
    say: (sender: string) => { subject: string; lead: string; label: string },
  ): Promise<void> => {
    const fromName = await mails.senderName(trx, accountId)
    const { subject, lead, label } = say(fromName)
    mails.enqueue(trx, {
      ...{ kind, accountId, fromName, to: { address: email, name } },
      content: {
        subject,
        text: [
          `Hello ${name},`,
          lead,
          { link, label },
          'The link works once, within 7 days. If you did not expect this email, you can ignore it.',
        ],
        secretUntilMs: clock.nowMs() + LINK_MS,
      },
    })
  }

  return {
    invitation: (trx: Trx<MailChange>, to: Linked): Promise<void> =>
      enqueue(trx, 'invitation', to, (sender) => ({
        subject: `You are invited to ${sender}`,
        lead: `You have been invited to work with ${sender}. Choose a password to sign in.`,
        label: 'Choose a password',
      })),

    passwordLink: (trx: Trx<MailChange>, to: Linked): Promise<void> =>
      enqueue(trx, 'passwordLink', to, (sender) => ({
        subject: `Set a new password for ${sender}`,
        lead: `An administrator of ${sender} has made a link for you to set a new password.`,
        label: 'Set a new password',
      })),
  }
}
