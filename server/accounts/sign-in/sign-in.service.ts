import { validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { MailChange } from '../mail/mail.ts'
import type { Device, Issued, SessionsService, SignedInHere } from '../sessions/sessions.service.ts'
import type { PasskeyPolicy } from '../users/passkey-policy.ts'
import { userError } from '../users/user.errors.ts'
import { foldEmail, type Sender, type UserChange, type UserRecord, userAuthor } from '../users/user.ts'
import type { UsersRepository, UsersService } from '../users/users.service.ts'
import type { Attempts } from './attempts.ts'
import type { NoteFailed } from './failed-sign-ins.ts'
import type { Hashing } from './hashing.ts'
import { checkPassword, type Passwords } from './password.ts'
import { passwordSum } from './password-reset.ts'
import type { RequestMail } from './requested-mail.ts'
import type { NameFirstShelter, Shelter } from './shelter.ts'
import { signInError } from './sign-in.errors.ts'
import type { Ticket, Tickets } from './tickets.ts'

type Deps = {
  database: Database<UserChange | AccountChange | MailChange, Author>
  users: UsersService
  records: Pick<UsersRepository, 'findUser' | 'findUserByEmail'>
  sessions: Pick<SessionsService, 'start' | 'isValid' | 'endOthersIn'>
  attempts: Attempts
  hashing: Hashing
  /** Logs a failed sign-in. */
  noteFailed: NoteFailed
  passwords: Passwords
  passkeyPolicy: Pick<PasskeyPolicy, 'needsPasskey'>
  tickets: Pick<Tickets, 'open' | 'use'>
  /** Defined if there is a mail server, and there are passwords to reset. */
  requestMail: RequestMail | undefined
  nameFirstShelter: NameFirstShelter
  /** Tells the user by mail; undefined without a mail server. */
  notifyOfChange: ((trx: Trx<MailChange>, user: UserRecord) => Promise<void>) | undefined
}

/** The client's address as attempts count it. */
export type From = Device & Sender & { bucket: string }

type NewPassword = {
  token: string
  password: string
  email?: string | undefined
  name?: string | undefined
  /** With the link that creates the first user. */
  shelter?: Shelter | undefined
}

export type SignInService = ReturnType<typeof signInService>

/** Sign-in by password, and links that set a password. */
export const signInService = (deps: Deps) => {
  const { database, users, records, sessions, attempts, hashing, noteFailed, passwords } = deps

  /**
   * Finds the user by email and password. Takes as long, and reveals as little, if no user has the
   * email.
   */
  const verify = async (
    email: string,
    password: string,
    bucket: string,
  ): Promise<{ user: UserRecord | undefined; isRight: boolean }> => {
    const user = await records.findUserByEmail(database.read, email)
    const stored = user?.passwordHash
    const isRight = await hashing(bucket, () => passwords.isRight(password, stored))
    const isLetIn = stored !== undefined && user?.disabledAtMs === undefined
    return { user, isRight: isRight && isLetIn }
  }

  /** Resets a password by a link from a mail that was requested. */
  const resetBy = async (ticket: Ticket, password: string, from: From): Promise<Issued> => {
    const id = BigInt(ticket.value.userId ?? -1)
    const user = await records.findUser(database.read, id)
    checkPassword(password, user)
    const passwordHash = await hashing(from.bucket, () => passwords.hash(password))
    const author = user ? userAuthor(user, from) : systemAuthor('password reset')
    return database.writeAs(author, async (trx) => {
      await trx.lockName('users')
      await trx.lock('users', id)
      const owner = await records.findUser(trx.query, id)
      const isRight = owner?.disabledAtMs === undefined && (await deps.tickets.use(trx, ticket))
      if (!owner || !isRight || passwordSum(owner) !== ticket.value.sum) throw invalidLink()
      // A new password removes passkeys, and access to a mailbox must not be enough for that.
      if (await deps.passkeyPolicy.needsPasskey(trx.query, owner)) throw requestError('passkey_required')
      await users.setPassword(trx, id, passwordHash)
      return sessions.start(trx, owner, from, 'password')
    })
  }

  return {
    /** Throws `invalid_credentials` or `too_many_attempts`. */
    async signIn(sent: { email: string; password: string }, from: From): Promise<Issued> {
      const { bucket } = from
      const email = foldEmail(sent.email)
      const attempt = { email, address: bucket }
      const waitMs = await attempts.reserve(attempt)
      if (waitMs > 0) throw tooMany(waitMs)
      const { user, isRight } = await verify(email, sent.password, bucket)
      if (!user || !isRight) {
        noteFailed({ ...from, userId: user?.id })
        throw signInError('invalid_credentials')
      }
      await attempts.takeBack(attempt)
      return database.writeAs(userAuthor(user, from), async (trx) => {
        await trx.lock('users', user.id)
        // The user may have been disabled or got another password while this one was being checked.
        const now = await records.findUser(trx.query, user.id)
        const isSame = now?.passwordHash === user.passwordHash && now?.disabledAtMs === undefined
        if (!now || !isSame) throw signInError('invalid_credentials')
        return sessions.start(trx, now, from, 'password')
      })
    },

    /** Whether people can request a password reset by mail. */
    sendsMail: deps.requestMail !== undefined,

    /**
     * Mails a link to set a new password to the user with this email, without revealing whether
     * there is one.
     */
    async requestReset(email: string, { bucket, language }: From): Promise<void> {
      await deps.requestMail?.('passwordReset', { email, language, bucket })
    },

    /** Signs in by an operator's one-time link. Throws `invalid_credentials`. */
    async signInByLink(token: string, from: From): Promise<Issued> {
      const link = await users.findSignInLink(token)
      const user = link && (await records.findUser(database.read, link.userId))
      if (!user) throw invalidLink()
      return database.writeAs(userAuthor(user, from), async (trx) => {
        const owner = await users.redeemSignInLink(trx, token)
        if (!owner) throw invalidLink()
        return sessions.start(trx, owner, from, 'link')
      })
    },

    /**
     * Changes the password of the person who is signed in, and ends their other sessions. Throws `too_many_attempts`, and
     * `validation_failed` for a wrong current password, which counts as a failed sign-in.
     */
    async changePassword(
      here: SignedInHere,
      sent: { currentPassword: string; password: string },
      from: From,
    ): Promise<void> {
      const { user } = here
      checkPassword(sent.password, user)
      if (sent.password === sent.currentPassword) throw samePassword()
      const attempt = { email: foldEmail(user.email), address: from.bucket }
      const waitMs = await attempts.reserve(attempt)
      if (waitMs > 0) throw tooMany(waitMs)
      const { isRight } = await verify(user.email, sent.currentPassword, from.bucket)
      if (!isRight) {
        noteFailed({ ...from, userId: user.id })
        throw wrongPassword(user)
      }
      await attempts.takeBack(attempt)
      const passwordHash = await hashing(from.bucket, () => passwords.hash(sent.password))
      await database.writeAs(userAuthor(user, from), async (trx) => {
        await trx.lockName('users')
        await trx.lock('users', user.id)
        const now = await records.findUser(trx.query, user.id)
        const isSame = now?.passwordHash === user.passwordHash && now?.disabledAtMs === undefined
        if (!isSame || !(await sessions.isValid(trx, here))) throw requestError('session_expired')
        await users.changePassword(trx, user.id, passwordHash)
        await sessions.endOthersIn(trx, here)
        await deps.notifyOfChange?.(trx, user)
      })
    },

    /**
     * Sets a password by a link and signs its owner in. Throws `invalid_credentials` for an invalid
     * link.
     */
    async setPassword({ token, password, email, name, shelter }: NewPassword, from: From): Promise<Issued> {
      const ticket = deps.tickets.open('password reset', token)
      const link = ticket ? undefined : await users.findLink(token)
      if (!ticket && !link) throw invalidLink()
      const isFirst = link !== undefined && link.userId === undefined
      if (shelter && !isFirst) throw onlyAtSetup()
      if (ticket) return resetBy(ticket, password, from)
      if (!link) throw invalidLink()
      const user = link.userId === undefined ? undefined : await records.findUser(database.read, link.userId)
      const first = isFirst ? firstUser(email, name) : undefined
      checkPassword(password, first ?? user)
      const passwordHash = await hashing(from.bucket, () => passwords.hash(password))
      const author = user ? userAuthor(user, from) : systemAuthor('setup')
      return database.writeAs(author, async (trx) => {
        const owner = await users.redeemLink(trx, token, { passwordHash, first })
        if (!owner) throw invalidLink()
        if (shelter) await deps.nameFirstShelter(trx, shelter)
        return sessions.start(trx, owner, from, 'password')
      })
    },
  }
}

const samePassword = () =>
  validationFailed([{ field: 'password', code: 'invalid_value', message: 'must differ from your current password' }])

const wrongPassword = ({ passwordHash }: UserRecord) =>
  validationFailed([
    {
      field: 'currentPassword',
      code: 'invalid_value',
      message:
        passwordHash === undefined
          ? 'does not exist: you sign in without one. Ask an administrator for a link to set a password.'
          : 'is not your current password',
    },
  ])

const onlyAtSetup = () =>
  validationFailed([
    {
      field: 'shelter',
      code: 'unknown_field',
      message: 'is only for the link that creates the first user',
    },
  ])

const firstUser = (email: string | undefined, name: string | undefined): { email: string; name: string } => {
  const missing = Object.entries({ email, name }).flatMap(([field, value]) =>
    value === undefined ? [{ field, code: 'required', message: 'is required: this link creates the first user' }] : [],
  )
  if (email === undefined || name === undefined) throw validationFailed(missing)
  return { email, name }
}

const invalidLink = () =>
  signInError('invalid_credentials', {
    message: 'The link is not valid: it was used or has expired. Request a new one.',
  })

const tooMany = (waitMs: number) =>
  userError('too_many_attempts', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  })
