import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { KeyChange } from '../api-keys/api-key.ts'
import type { ApiKeysService } from '../api-keys/api-keys.service.ts'
import type { MailChange } from '../mail/mail.ts'
import type { Issued, SessionsService } from '../sessions/sessions.service.ts'
import type { Hashing } from '../sign-in/hashing.ts'
import type { RequestMail } from '../sign-in/requested-mail.ts'
import { signInError } from '../sign-in/sign-in.errors.ts'
import type { From } from '../sign-in/sign-in.service.ts'
import type { Tickets } from '../sign-in/tickets.ts'
import type { UserChange } from '../users/user.ts'
import type { UsersRepository, UsersService } from '../users/users.service.ts'
import type { AccountNotices } from './account-notices.service.ts'

type Deps = {
  database: Database<UserChange | AccountChange | KeyChange | MailChange, Author>
  users: Pick<UsersService, 'invite'>
  records: Pick<UsersRepository, 'findUser'>
  accounts: Pick<AccountsService, 'create'>
  keys: Pick<ApiKeysService, 'issue'>
  sessions: Pick<SessionsService, 'start'>
  tickets: Pick<Tickets, 'open' | 'use'>
  hashing: Hashing
  /** Whether a new account is shown to others only after staff accept it. */
  isReviewed: boolean
  notices: Pick<AccountNotices, 'notifyIn'>
  /** The hash of a new password. Throws if it is not acceptable. */
  hashPassword: (password: string, owner: { email: string; name: string }) => () => Promise<string>
  requestMail: RequestMail
}

type NewMember = { token: string; password: string; name: string; accountName: string }

export type SignUpService = ReturnType<typeof signUpService>

/** Sign-up: developers create an account after they have confirmed their email address. */
export const signUpService = (deps: Deps) => ({
  /** Mails a link to an address, whether or not it has an account. */
  request: (email: string, { bucket, language }: From): Promise<void> =>
    deps.requestMail('signUp', { email, language, bucket }),

  /**
   * Creates a Free account, its first member and its first key. Throws `invalid_credentials`,
   * `email_in_use`.
   */
  async confirm({ token, password, name, accountName }: NewMember, from: From): Promise<Issued & { key: string }> {
    const ticket = deps.tickets.open('sign-up', token)
    const email = ticket?.value.email
    if (!ticket || email === undefined) throw invalidLink()
    const hash = deps.hashPassword(password, { email, name })
    const passwordHash = await deps.hashing(from.bucket, hash)
    return deps.database.writeAs(systemAuthor('sign-up'), async (trx) => {
      await trx.lockName('users')
      if (!(await deps.tickets.use(trx, ticket))) throw invalidLink()
      const wanted = { name: accountName, plan: 'free' } as const
      const account = await deps.accounts.create(trx, wanted, { isReviewed: !deps.isReviewed })
      const member = { email, name, role: 'admin', accountId: account.id } as const
      const { user } = await deps.users.invite(trx, undefined, member, passwordHash)
      const { key } = await deps.keys.issue(trx, account.id, { name: 'first key' })
      const record = await deps.records.findUser(trx.query, user.id)
      if (!record) throw invalidLink()
      await deps.notices.notifyIn(trx)
      return { ...(await deps.sessions.start(trx, record, from, 'password')), key }
    })
  },
})

const invalidLink = () =>
  signInError('invalid_credentials', {
    message: 'The link is not valid: it was used or has expired. Sign up again.',
  })
