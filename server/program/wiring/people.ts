import { randomBytes } from 'node:crypto'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { authenticators, relyingPartyOf } from '../../accounts/passkeys/authenticators.ts'
import { passkeysRepository } from '../../accounts/passkeys/passkeys.repository.ts'
import { passkeysService } from '../../accounts/passkeys/passkeys.service.ts'
import { sessionsRepository } from '../../accounts/sessions/sessions.repository.ts'
import { type SessionsService, sessionsService } from '../../accounts/sessions/sessions.service.ts'
import { failedSignIns } from '../../accounts/sign-in/failed-sign-ins.ts'
import { hashing } from '../../accounts/sign-in/hashing.ts'
import { memoryAttempts } from '../../accounts/sign-in/memory-attempts.ts'
import { checkPassword, type PasswordCost, passwordsOf } from '../../accounts/sign-in/password.ts'
import { passwordResetMail } from '../../accounts/sign-in/password-reset.ts'
import { requestedMail } from '../../accounts/sign-in/requested-mail.ts'
import { signInService } from '../../accounts/sign-in/sign-in.service.ts'
import { tickets } from '../../accounts/sign-in/tickets.ts'
import { signUpService } from '../../accounts/sign-up/sign-up.service.ts'
import { signUpMail } from '../../accounts/sign-up/sign-up-mail.ts'
import { identitiesRepository } from '../../accounts/single-sign-on/identities.repository.ts'
import { oidcProvider, type ProviderUnavailable } from '../../accounts/single-sign-on/provider.ts'
import { CALLBACK_PATH } from '../../accounts/single-sign-on/single-sign-on.routes.ts'
import { singleSignOnService } from '../../accounts/single-sign-on/single-sign-on.service.ts'
import { refusedInvitations } from '../../accounts/users/refused-invitations.service.ts'
import { usersRepository } from '../../accounts/users/users.repository.ts'
import { type UsersService, usersService } from '../../accounts/users/users.service.ts'
import type { Config } from '../config.ts'
import type { Replicas } from '../replicas.ts'
import { keyAgeMs } from './accounts.ts'
import { wireEnvironments } from './environments.ts'
import type { Parts, Routine } from './parts.ts'

const PURGE_MS = 600_000
/** People are let out within a second, also where this process is not notified of it: Redis may be away. */
const SESSION_AGE_MS = 1_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'database'>
  accounts: AccountsService
  mails: Pick<MailsService, 'withdrawFrom'>
}

/** People and what they are signed in by. */
export const wirePeople = ({ config, database, clock, accounts, mails }: Deps) => {
  const sessions = sessionsService({
    ...{ database, clock, sessions: sessionsRepository, users: usersRepository },
    random: randomBytes,
    maxAgeMs: Math.min(SESSION_AGE_MS, keyAgeMs(config)),
  })
  const users = usersService({
    ...{ database, clock, accounts, users: usersRepository },
    random: randomBytes,
    endSessionsOf: sessions.endAllIn,
    withdrawMails: mails.withdrawFrom,
  })
  const routines: Routine[] = [
    { everyMs: PURGE_MS, run: sessions.purge },
    { everyMs: PURGE_MS, run: users.purgeLinks },
  ]
  const refused = refusedInvitations({ clock, users: usersRepository })
  return { users, sessions, refusedInvitations: refused, routines }
}

type SignInDeps = Parts & {
  auditKeys: Pick<AuditKeys, 'keyFor'>
  accounts: AccountsService
  keys: ApiKeysService
  mails: MailsService
  /** Where this server is reached. */
  origin: () => string
  users: UsersService
  sessions: SessionsService
  replicas: Replicas | undefined
  noteRead: NoteRead
  passwordCost: PasswordCost | undefined
}

/** How people sign in. */
export const wireSignIn = (deps: SignInDeps) => {
  const { config, database, clock, log, users, sessions, mails, replicas, noteRead: note } = deps
  const ownAttempts = memoryAttempts(clock)
  const noteFailed = failedSignIns({ note, clock })
  const key = deps.auditKeys.keyFor('sign-in tickets')
  const slips = tickets({ database, clock, key, random: randomBytes })
  const shared = { database, clock, users, sessions, records: usersRepository, noteFailed }
  const hashes = hashing()
  const passwords = passwordsOf(randomBytes, deps.passwordCost)
  const requestMail = requestedMail({
    ...{ database, mails },
    key: deps.auditKeys.keyFor('addresses of visitors'),
  })
  const signIn = signInService({
    ...shared,
    attempts: replicas?.attempts(ownAttempts) ?? ownAttempts,
    hashing: hashes,
    passwords,
    tickets: slips,
    requestMail: mails.hasServer ? requestMail : undefined,
  })
  const signUp = config.isSignUpOpen
    ? signUpService({
        ...{ database, users, sessions, accounts: deps.accounts, keys: deps.keys, requestMail },
        ...{ records: usersRepository, tickets: slips, hashing: hashes },
        hashPassword(password, owner) {
          checkPassword(password, owner)
          return () => passwords.hash(password)
        },
      })
    : undefined
  const mailed = { mails, tickets: slips, clock, origin: deps.origin, users: usersRepository }
  const makers = { passwordReset: passwordResetMail(mailed), signUp: signUpMail(mailed) }
  const { publicUrl } = wireEnvironments(config)
  const { oidc } = config
  let providerFault: ProviderUnavailable | undefined
  const onOutcome = (fault?: ProviderUnavailable) => {
    providerFault = fault
  }
  const singleSignOn =
    oidc && publicUrl !== undefined
      ? singleSignOnService({
          ...{ ...shared, config: oidc, tickets: slips, log },
          identities: identitiesRepository,
          provider: oidcProvider({
            ...{ config: oidc, clock, onOutcome },
            redirectUri: publicUrl + CALLBACK_PATH,
          }),
        })
      : undefined
  const party = relyingPartyOf(publicUrl)
  const passkeys =
    party &&
    passkeysService({
      ...{ ...shared, tickets: slips, random: randomBytes },
      passkeys: passkeysRepository,
      authenticators: authenticators(party),
    })
  const routines: Routine[] = [{ everyMs: PURGE_MS, run: slips.purge }]
  return {
    ...{ signIn, signUp, singleSignOn, passkeys, makers, routines },
    /** Why the last use of the provider failed. */
    providerFault: () => providerFault,
  }
}
