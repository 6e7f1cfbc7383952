import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import type { AuditActionTable } from '../requests/api/audit-action.ts'
import type { Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { type AccountChange, accountLimits } from './accounts/account.ts'
import { accountReview } from './accounts/account-review.ts'
import { findAccount } from './accounts/accounts.repository.ts'
import { accountOperations, accountSchemas } from './accounts/accounts.routes.ts'
import { accountsService } from './accounts/accounts.service.ts'
import type { KeyChange, KeyMode } from './api-keys/api-key.ts'
import { apiKeyOperations, apiKeySchemas } from './api-keys/api-keys.routes.ts'
import { apiKeysService } from './api-keys/api-keys.service.ts'
import type { FindAccount } from './api-keys/key-callers.ts'
import type { AuditKeys } from './audit/audit-chain.ts'
import { auditOperations, auditSchemas } from './audit/audit-log.routes.ts'
import { auditLogService } from './audit/audit-log.service.ts'
import { auditReads, type ReadsNoted } from './audit/audit-reads.ts'
import { auditUpkeep } from './audit/audit-upkeep.ts'
import { banOperations, banSchemas } from './bans/bans.routes.ts'
import type { MailChange, MailKind, MailKindTable } from './mail/mail.ts'
import { type MailMaker, mailAttempt, storeName } from './mail/mail-attempt.ts'
import { sealKeysOf } from './mail/mail-seal.ts'
import { mailSender } from './mail/mail-sender.ts'
import { type MailCounts, mailWorker } from './mail/mail-worker.ts'
import { mailOperations, mailSchemas } from './mail/mails.routes.ts'
import { mailsService } from './mail/mails.service.ts'
import type { SmtpConfig } from './mail/smtp-config.ts'
import { type FindOrganization, meOperations, meSchemas } from './me/me.routes.ts'
import type { Environment } from './me/me.ts'
import { rateLimitOperations, rateLimitSchemas } from './me/rate-limits.routes.ts'
import { authenticators, relyingPartyOf } from './passkeys/authenticators.ts'
import { passkeyOperations } from './passkeys/passkeys.routes.ts'
import { passkeysService } from './passkeys/passkeys.service.ts'
import { sessionOperations, sessionSchemas } from './sessions/sessions.routes.ts'
import { type SessionsService, sessionsService } from './sessions/sessions.service.ts'
import type { Attempts } from './sign-in/attempts.ts'
import { failedSignIns } from './sign-in/failed-sign-ins.ts'
import { hashing } from './sign-in/hashing.ts'
import { memoryAttempts } from './sign-in/memory-attempts.ts'
import { checkPassword, type PasswordCost, passwordsOf } from './sign-in/password.ts'
import { passwordResetMail } from './sign-in/password-reset.ts'
import { requestedMail } from './sign-in/requested-mail.ts'
import { type NameShelter, nameFirstShelter } from './sign-in/shelter.ts'
import { signInOperations } from './sign-in/sign-in.routes.ts'
import { signInService } from './sign-in/sign-in.service.ts'
import { tickets } from './sign-in/tickets.ts'
import { accountNotices } from './sign-up/account-notices.service.ts'
import { signUpOperations } from './sign-up/sign-up.routes.ts'
import { signUpService } from './sign-up/sign-up.service.ts'
import { signUpMail } from './sign-up/sign-up-mail.ts'
import type { OidcConfig } from './single-sign-on/oidc-config.ts'
import { oidcProvider, type ProviderUnavailable } from './single-sign-on/provider.ts'
import { CALLBACK_PATH, singleSignOnOperations } from './single-sign-on/single-sign-on.routes.ts'
import { singleSignOnService } from './single-sign-on/single-sign-on.service.ts'
import { usageOperations, usageSchemas } from './usage/usage.routes.ts'
import { usageService } from './usage/usage.service.ts'
import { type PasskeyGroup, passkeyPolicy } from './users/passkey-policy.ts'
import { rejectedInvitations } from './users/rejected-invitations.service.ts'
import type { UserChange } from './users/user.ts'
import { userMails } from './users/user-mails.service.ts'
import * as usersRepository from './users/users.repository.ts'
import { userOperations, userSchemas } from './users/users.routes.ts'
import { type UsersService, usersService } from './users/users.service.ts'

const PURGE_MS = 600_000
/** Staff are notified of new accounts at most once an hour; this is how often that is checked. */
const NOTICES_MS = 600_000
/** The longest time that audit entries of reads wait before they are written. */
const READS_MS = 1_000
const HEAD_MS = 3_600_000
/** How soon mail of an account leaves after staff accept it. */
const RELEASE_MS = 5_000
/** The longest time that a change of keys goes unnoticed when its announcement was lost. */
const UNNOTIFIED_KEY_MAX_AGE_MS = 10_000
/**
 * The longest time that an ended session still works when its announcement was lost, as when Redis
 * is away.
 */
const SESSION_AGE_MS = 1_000

/** The parts of production's accounts that staging uses. */
export type Production = {
  findAccount: FindAccount
  sessions: SessionsService
  users: UsersService
}

type Changes = UserChange | AccountChange | KeyChange | MailChange | ReadsNoted

/** The parts that the command line has too. */
type StoreParts = {
  /** For staging: production, to which accounts and users belong. */
  production?: Production | undefined
  config: {
    database: { kind: 'sqlite' | 'postgres' }
    keyMode: KeyMode
    hasPasswords: boolean
    passkeyGroups: readonly PasskeyGroup[]
    oidc: OidcConfig | undefined
    mail: {
      smtp: SmtpConfig | undefined
      from: { name: string | undefined; address: string }
      retentionMs: number
    }
  }
  database: Database<Changes, Author>
  clock: Clock
  auditKeys: AuditKeys
  /** What the modules contribute, also those above. */
  contributions: { mails: MailKindTable }
  /** Finds the public details of an account. */
  findOrganization: (query: Trx['query'], accountId: bigint) => ReturnType<FindOrganization>
}

type Parts = StoreParts & {
  contributions: { auditActions: AuditActionTable }
  config: {
    environment: Environment
    audit: { retentionMs: number }
    isSignUpOpen: boolean
    isSignUpReviewed: boolean
  }
  log: Logger
  stopping: AbortSignal
  telemetry: { measures: { mails: MailCounts } }
  replicas: { attempts(fallback: Attempts): Attempts } | undefined
  /** The configured public URL of this server. */
  publicUrl: string | undefined
  /** The URL of this server: the configured one, or the address that it listens on. */
  origin: () => string
  /** Whether sending is paused. */
  isSendingHeld: () => boolean
  nameShelter: NameShelter
  passwordCost: PasswordCost | undefined
}

type Below = { requests: RequestsServices<Changes> }

export type AccountsServices = Awaited<ReturnType<typeof accountsModule>>['services']

/** Accounts, their keys, their users, sign-in, mail and the audit log. */
export const accountsModule = async ({ parts, below }: { parts: Parts; below: Below }) => {
  const { config, database, clock, publicUrl } = parts
  const { idempotency, bans } = below.requests
  const audit = await auditServices(parts)
  const { noteRead } = audit.services
  const store = { ...storeServices(parts), ...peopleOf(parts) }
  const { accounts, keys, users, sessions, mails, userMails: written } = store
  const invitations = rejectedInvitations({ clock })
  const usage = usageService({ database, accounts, clock })
  const signIn = signInServices(parts, { ...store, noteRead })
  const mailing = mailingWorker(parts, signIn.mailTemplates)
  // The command line may have no server and no setting, so the person who creates a link passes the
  // URL on.
  const mailOrigin = (requested: string): string =>
    mails.hasServer || publicUrl !== undefined ? parts.origin() : requested
  const services = {
    ...store,
    ...audit.services,
    usage,
    wakeMail: mailing.wake,
    /** Why the last request to the single sign-on provider failed. */
    providerFault: signIn.providerFault,
    findAccountState: accountStates(parts.database),
  }
  const operations = [
    ...rateLimitOperations,
    ...meOperations({
      ...store,
      findOrganization: (id) => parts.findOrganization(database.read, id),
      environment: config.environment,
    }),
    ...userOperations({
      users,
      userMails: written,
      rejectedInvitations: invitations,
      idempotency,
      mailOrigin,
      isMailed: mails.hasServer,
    }),
    ...sessionOperations({ users, sessions }),
    ...accountOperations({ accounts, idempotency }),
    ...apiKeyOperations({ keys, idempotency }),
    ...banOperations(bans),
    ...usageOperations(usage),
    ...mailOperations({ mails, idempotency, noteRead }),
    ...auditOperations(audit.services.auditLog, parts.contributions.auditActions),
    ...signInOperations({ ...signIn, hasPasswords: config.hasPasswords, sessions }),
    ...signUpOperations(signIn.signUp),
    ...singleSignOnOperations(signIn.singleSignOn),
    ...passkeyOperations({ passkeys: signIn.passkeys, sessions }),
  ]
  const schemas = [
    rateLimitSchemas,
    meSchemas,
    userSchemas,
    sessionSchemas,
    accountSchemas,
    apiKeySchemas,
    banSchemas,
    usageSchemas,
    mailSchemas,
    auditSchemas,
  ].flat()
  const routines: Routine[] = [
    ...audit.routines,
    { name: 'sessions.purge', everyMs: PURGE_MS, run: sessions.purge },
    { name: 'users.purgeLinks', everyMs: PURGE_MS, run: users.purgeLinks },
    { name: 'tickets.purge', everyMs: PURGE_MS, run: signIn.purgeTickets },
    { name: 'accounts.notice', everyMs: NOTICES_MS, run: signIn.notices.run },
    { name: 'mails.purge', everyMs: PURGE_MS, run: mails.purge },
    { name: 'mails.releaseCleared', everyMs: RELEASE_MS, run: mails.releaseCleared },
  ]
  return {
    services,
    operations,
    schemas,
    routines,
    flush: [keys.flush, sessions.flush, usage.flush],
    flushLast: [audit.flush],
    start: mailing.start,
    stop: { mail: mailing.close },
  } satisfies Module<typeof services>
}

/** Finds what decides about the requests of an account. */
const accountStates =
  (database: Pick<Database, 'read'>): FindAccount =>
  async (id) => {
    const account = await findAccount(database.read, id)
    return (
      account && {
        plan: account.plan,
        limits: accountLimits(account.plan, account.own),
        isSuspended: account.suspendedAtMs !== undefined,
      }
    )
  }

/** In staging, people sign in at production. */
const peopleOf = ({ production }: StoreParts) =>
  production && { sessions: production.sessions, users: production.users }

/** Accounts, keys, users and mail, for the server and the command line. */
export const storeServices = (parts: StoreParts) => {
  const { config, database, clock } = parts
  const maxKeyAgeMs = config.database.kind === 'postgres' ? UNNOTIFIED_KEY_MAX_AGE_MS : Infinity
  const accounts = accountsService({ database, clock })
  const keys = apiKeysService({
    database,
    accounts,
    clock,
    random: randomBytes,
    mode: config.keyMode,
    maxAgeMs: maxKeyAgeMs,
    findAccount: parts.production?.findAccount,
  })
  const mails = mailsService({
    database,
    clock,
    kinds: parts.contributions.mails,
    keys: sealKeysOf(parts.auditKeys),
    nameOf: nameFrom(parts),
    hasServer: config.mail.smtp !== undefined,
    storeName: config.mail.from.name ?? storeName,
    retentionMs: config.mail.retentionMs,
  })
  const policy = passkeyPolicy(config.passkeyGroups)
  const sessions = sessionsService({
    database,
    clock,
    users: usersRepository,
    passkeyPolicy: policy,
    hasPasswords: config.hasPasswords,
    random: randomBytes,
    maxAgeMs: Math.min(SESSION_AGE_MS, maxKeyAgeMs),
  })
  const users = usersService({
    database,
    clock,
    accounts,
    random: randomBytes,
    endSessionsOf: sessions.endAllIn,
    passkeyPolicy: policy,
    withdrawMails: mails.withdrawFrom,
    isMailed: mails.hasServer,
  })
  const providerName = config.hasPasswords ? undefined : config.oidc?.name
  const written = userMails({ mails, clock, providerName })
  return { accounts, keys, mails, userMails: written, sessions, users }
}

const nameFrom =
  ({ findOrganization }: Pick<StoreParts, 'findOrganization'>) =>
  async ({ query }: Trx, accountId: bigint): Promise<string | undefined> =>
    (await findOrganization(query, accountId))?.name ?? (await findAccount(query, accountId))?.name

/** Reading and upkeep of the audit log. */
const auditServices = async ({ config, database, clock, log, auditKeys: keys, contributions }: Parts) => {
  const { retentionMs } = config.audit
  const reads = auditReads({ database, clock, log })
  const upkeep = auditUpkeep({ database, keys, clock, retentionMs, log })
  await upkeep.checkKey()
  const routines: Routine[] = [
    { name: 'audit.flush', everyMs: READS_MS, run: reads.flush, isAllowedReadOnly: true },
    { name: 'audit.purge', everyMs: PURGE_MS, run: upkeep.purge },
    { name: 'audit.head', everyMs: HEAD_MS, run: upkeep.logHead, isAllowedReadOnly: true },
  ]
  const services = {
    auditLog: auditLogService({ database, actions: contributions.auditActions }),
    noteRead: reads.note,
  }
  return { services, routines, flush: reads.flush }
}

type SignInNeeds = ReturnType<typeof storeServices> & {
  noteRead: ReturnType<typeof auditReads>['note']
}

/** The ways to sign in. */
const signInServices = (
  parts: Parts,
  { accounts, keys, users, sessions, mails, userMails: written, noteRead }: SignInNeeds,
) => {
  const { config, database, clock, log, replicas, auditKeys, publicUrl } = parts
  const ownAttempts = memoryAttempts(clock)
  const policy = passkeyPolicy(config.passkeyGroups)
  const ticketStore = tickets({
    database,
    clock,
    random: randomBytes,
    key: auditKeys.keyFor('sign-in tickets'),
  })
  const shared = {
    database,
    clock,
    users,
    sessions,
    records: usersRepository,
    tickets: ticketStore,
    noteFailed: failedSignIns({ note: noteRead, clock }),
  }
  const hashes = hashing()
  const passwords = passwordsOf(randomBytes, parts.passwordCost)
  const requestMail = requestedMail({
    database,
    mails,
    key: auditKeys.keyFor('addresses of visitors'),
  })
  const signIn = signInService({
    ...shared,
    hashing: hashes,
    passwords,
    passkeyPolicy: policy,
    attempts: replicas?.attempts(ownAttempts) ?? ownAttempts,
    requestMail: mails.hasServer && config.hasPasswords ? requestMail : undefined,
    notifyOfChange: mails.hasServer ? written.passwordChanged : undefined,
    nameFirstShelter: nameFirstShelter({ accounts, nameShelter: parts.nameShelter, clock }),
  })
  const notices = accountNotices({
    database,
    clock,
    mails,
    accounts: accountReview,
    origin: parts.origin,
    users: usersRepository,
  })
  const signUp = config.isSignUpOpen
    ? signUpService({
        ...shared,
        accounts,
        keys,
        requestMail,
        hashing: hashes,
        notices,
        isReviewed: config.isSignUpReviewed,
        hashPassword(password, owner) {
          checkPassword(password, owner)
          return () => passwords.hash(password)
        },
      })
    : undefined
  const { oidc } = config
  let providerFault: ProviderUnavailable | undefined
  const onOutcome = (fault?: ProviderUnavailable) => {
    providerFault = fault
  }
  const singleSignOn =
    oidc && publicUrl !== undefined
      ? singleSignOnService({
          ...shared,
          accounts,
          config: oidc,
          log,
          provider: oidcProvider({
            config: oidc,
            clock,
            onOutcome,
            redirectUri: publicUrl + CALLBACK_PATH,
          }),
        })
      : undefined
  const party = relyingPartyOf(publicUrl)
  const passkeys =
    party &&
    passkeysService({
      ...shared,
      random: randomBytes,
      policy,
      authenticators: authenticators(party),
    })
  const mailed = {
    mails,
    tickets: ticketStore,
    clock,
    origin: parts.origin,
    users: usersRepository,
    passkeyPolicy: policy,
  }
  return {
    signIn,
    signUp,
    singleSignOn,
    passkeys,
    notices,
    purgeTickets: ticketStore.purge,
    mailTemplates: { passwordReset: passwordResetMail(mailed), signUp: signUpMail(mailed) },
    providerFault: () => providerFault,
  }
}

/** The worker that sends mail, if a mail server is configured. */
const mailingWorker = (parts: Parts, mailTemplates: Partial<Record<MailKind, MailMaker>>) => {
  const { config, database, clock, log, telemetry, stopping, auditKeys } = parts
  const { smtp, from, retentionMs } = config.mail
  if (!smtp) return { start() {}, wake() {}, close: async () => {} }
  const attempt = mailAttempt({
    database,
    clock,
    kinds: parts.contributions.mails,
    mailTemplates,
    from,
    retentionMs,
    random: randomBytes,
    keys: sealKeysOf(auditKeys),
    send: mailSender(smtp),
  })
  return mailWorker({
    database,
    clock,
    attempt,
    log,
    stopping,
    counts: telemetry.measures.mails,
    isHeld: parts.isSendingHeld,
    isAlone: config.database.kind === 'sqlite',
  })
}
