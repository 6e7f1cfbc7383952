import { changedFields } from '../../platform/changed-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Language } from '../../platform/language.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { type Database, NotUnique, type Trx } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import type { Role } from '../../requests/access/role.ts'
import { hashToken, isToken, mintToken } from '../../requests/access/token.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { PasskeyPolicy } from './passkey-policy.ts'
import { LINK_MS } from './password-link.ts'
import {
  checkGrantable,
  emailIssue,
  foldEmail,
  managedAccount,
  type NewUser,
  shownUser,
  type User,
  type UserChange,
  type UserPatch,
  type UserRecord,
  versionOf,
} from './user.ts'
import type { UserList, UsersRepository } from './users.repository.ts'

type Changes = UserChange | AccountChange

type Deps = {
  database: Database<Changes, Author>
  users: UsersRepository
  accounts: Pick<AccountsService, 'find' | 'findIn' | 'findOrCreateFirst'>
  /** Ends all sessions of a user. */
  endSessionsOf: (trx: Trx<Changes>, userId: bigint) => Promise<void>
  passkeyPolicy: Pick<PasskeyPolicy, 'appliesTo'>
  /** Stops sending mail to a removed user. */
  withdrawMails: (trx: Trx, address: string) => Promise<void>
  /** Whether there is a mail server: then only the person gets the link that a member creates. */
  isMailed: boolean
  clock: Clock
  random: (size: number) => Uint8Array
}

/** The caller, or undefined for an operator on the command line. */
type By = Caller | undefined

/** `language`: that of mail to the user until the first sign-in. */
type Invitation = NewUser & { language?: Language | undefined }

type Patched = { id: bigint; patch: UserPatch; ifMatch?: string | undefined }

const SETUP_MS = 3_600_000
/**
 * The prefix of a token says what its link does, so that a link for a password never signs anybody
 * in without one, and vice versa.
 */
const linkPrefixes = { setPassword: 'aas_link_', signIn: 'aas_once_' } as const
type LinkPurpose = keyof typeof linkPrefixes

export type UsersService = ReturnType<typeof usersService>

/** Users: members manage those of their account; callers who act for the store manage all. */
export const usersService = (deps: Deps) => {
  const { database, users, accounts, endSessionsOf, withdrawMails, clock, random } = deps

  /** Gets a user whom the caller manages; others do not exist for it. */
  const get = async (trx: Trx, by: By, id: bigint): Promise<UserRecord> => {
    await trx.lock('users', id)
    const user = await users.find(trx.query, id)
    if (!user || !isManaged(by, user)) throw new ApiError('user_not_found')
    return user
  }

  const checkNotLast = async (trx: Trx, user: UserRecord): Promise<void> => {
    const isAdmin =
      user.role === 'admin' && user.accountId === undefined && user.disabledAtMs === undefined
    if (isAdmin && (await users.countAdmins(trx.query)) < 2) throw new ApiError('last_admin')
  }

  const makeLink = async (
    trx: Trx,
    by: By,
    userId: bigint | undefined,
    validMs: number,
    purpose: LinkPurpose = 'setPassword',
  ): Promise<string> => {
    const token = mintToken(linkPrefixes[purpose], random)
    const expiresAtMs = clock.nowMs() + validMs
    const provesAddress = isTrusted(by) || deps.isMailed
    const link = { hash: hashToken(token), userId, expiresAtMs, provesAddress }
    await users.insertLink(trx.query, link)
    return token
  }

  /** The account to invite to: the caller's own, unless the caller is staff. */
  const accountFor = async (
    trx: Trx,
    by: By,
    named: bigint | undefined,
  ): Promise<bigint | undefined> => {
    const own = by && managedAccount(by)
    const accountId = named ?? own
    if (own !== undefined && accountId !== own) throw new ApiError('account_not_found')
    if (accountId !== undefined && !(await accounts.findIn(trx, accountId)))
      throw new ApiError('account_not_found')
    return accountId
  }

  const removeUser = async (trx: Trx<Changes>, { id, email }: UserRecord): Promise<void> => {
    await endSessionsOf(trx, id)
    await users.removeLinks(trx.query, id)
    await users.remove(trx.query, id)
    await withdrawMails(trx, email)
    trx.record({ kind: 'user removed', userId: id })
  }

  /**
   * Removes a member's invitation to an address that the person has not confirmed. Throws
   * `email_in_use`.
   */
  const freeAddress = async (trx: Trx<Changes>, by: By, email: string): Promise<void> => {
    const known = await users.findByEmail(trx.query, email)
    if (!known) return
    if (known.unprovenSinceMs === undefined || !isTrusted(by)) throw new ApiError('email_in_use')
    await removeUser(trx, known)
  }

  const add = async (
    trx: Trx<Changes>,
    by: By,
    { email: typed, name, role, accountId, language }: Invitation,
    passwordHash?: string,
  ): Promise<UserRecord> => {
    const email = foldEmail(typed)
    const issue = emailIssue(email)
    if (issue) throw validationFailed([issue])
    await freeAddress(trx, by, email)
    // Staff create things for an account, so there must be one from now on.
    await accounts.findOrCreateFirst(trx)
    const nowMs = clock.nowMs()
    const unprovenSinceMs = isTrusted(by) ? undefined : nowMs
    const shown = { email, name, role, accountId }
    const record = { ...shown, language, passwordHash, unprovenSinceMs, createdAtMs: nowMs }
    const user = await users.insert(trx.query, record).catch((error: unknown) => {
      throw error instanceof NotUnique ? new ApiError('email_in_use', { cause: error }) : error
    })
    trx.record({ kind: 'user added', userId: user.id })
    return user
  }

  /** The account of the invited user, if any. Throws `insufficient_scope`, `account_not_found`. */
  const checkInvitation = async (
    trx: Trx,
    by: By,
    { role, accountId }: Pick<NewUser, 'role' | 'accountId'>,
  ): Promise<bigint | undefined> => {
    if (by) checkGrantable(by, role)
    return accountFor(trx, by, accountId)
  }

  /** Adds a user. Returns the token of a link to set a password, unless the user has one. */
  const invite = async (
    trx: Trx<Changes>,
    by: By,
    request: Invitation,
    passwordHash?: string,
  ): Promise<{ user: User; token: string | undefined }> => {
    const accountId = await checkInvitation(trx, by, request)
    const member = accountId === undefined ? {} : { accountId }
    const { email, name, role, language } = request
    const user = await add(trx, by, { email, name, role, language, ...member }, passwordHash)
    const token = passwordHash === undefined ? await makeLink(trx, by, user.id, LINK_MS) : undefined
    return { user: shownUser(user), token }
  }

  const change = async (
    trx: Trx<Changes>,
    by: By,
    { id, patch: { name, role, disabled }, ifMatch }: Patched,
  ): Promise<User> => {
    // Serializes two admins who demote each other, so that the second one is the last.
    await trx.lockName('users')
    const before = await get(trx, by, id)
    checkIfMatch(ifMatch, versionOf(shownUser(before)))
    const after = {
      ...before,
      name: name ?? before.name,
      role: role ?? before.role,
      disabledAtMs: disabledAt(before, disabled, clock.nowMs()),
    }
    if (by) checkMayChange(by, before, after)
    const fields = changedFields(shownUser(before), shownUser(after))
    if (fields.length === 0) return shownUser(before)
    const isWeaker = after.role !== 'admin' || after.disabledAtMs !== undefined
    if (isWeaker) await checkNotLast(trx, before)
    await users.update(trx.query, after)
    // A user who must use a passkey from now on may be signed in without one.
    const { appliesTo } = deps.passkeyPolicy
    const isNewlyRequired = appliesTo(after) && !appliesTo(before)
    if (after.disabledAtMs !== undefined || isNewlyRequired) await endSessionsOf(trx, id)
    trx.record({ kind: 'user changed', userId: id, fields })
    return shownUser(after)
  }

  const replacePassword = async (
    trx: Trx<Changes>,
    id: bigint,
    passwordHash: string,
  ): Promise<void> => {
    await users.setPassword(trx.query, id, passwordHash)
    await endSessionsOf(trx, id)
    // A new password is how an account is recovered, so credentials that were added before must not
    // work any more.
    if (await users.removePasskeys(trx.query, id))
      trx.record({ kind: 'passkey removed', userId: id })
    trx.record({ kind: 'password set', userId: id })
  }

  return {
    find: (by: By, id: bigint): MaybePromise<User | undefined> =>
      andThen(users.find(database.read, id), (user) =>
        user && isManaged(by, user) ? shownUser(user) : undefined,
      ),
    list: (list: UserList = {}): MaybePromise<User[]> =>
      andThen(users.list(database.read, list), (found) => found.map(shownUser)),
    count: (accountId: bigint | undefined): MaybePromise<number> =>
      users.count(database.read, accountId),
    isEmpty: (): Promise<boolean> => users.isEmpty(database.read),

    /** Adds a user for an operator. */
    create: (author: Author, request: NewUser, passwordHash?: string) =>
      database.writeAs(author, (trx) => invite(trx, undefined, request, passwordHash)),

    checkInvitation,
    invite,

    update: (
      author: Author,
      by: By,
      id: bigint,
      patch: UserPatch,
      ifMatch?: string,
    ): Promise<User> => database.writeAs(author, (trx) => change(trx, by, { id, patch, ifMatch })),

    /** Changes a role as part of another change. Throws `last_admin`. */
    setRole: async (trx: Trx<Changes>, id: bigint, role: Role): Promise<void> =>
      void (await change(trx, undefined, { id, patch: { role } })),

    /**
     * The user invited at this email who has not used the link. Undefined if there is none, or the
     * link has expired.
     */
    async findInvited(trx: Trx, email: string): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const user = await users.findByEmail(trx.query, foldEmail(email))
      if (!user || user.disabledAtMs !== undefined) return undefined
      return (await users.hasLink(trx.query, user.id, clock.nowMs())) ? user : undefined
    },

    /**
     * Accepts the invitation: voids the link, and everything else that somebody may have set up in
     * the person's name.
     */
    async acceptInvitation(trx: Trx<Changes>, user: UserRecord): Promise<void> {
      await users.removeLinks(trx.query, user.id)
      if (user.unprovenSinceMs === undefined) return
      await users.removePassword(trx.query, user.id)
      await users.removePasskeys(trx.query, user.id)
      await endSessionsOf(trx, user.id)
      await users.markProven(trx.query, user.id)
    },

    remove: (author: Author, by: By, id: bigint, ifMatch?: string): Promise<void> =>
      database.writeAs(author, async (trx) => {
        await trx.lockName('users')
        const user = await get(trx, by, id)
        checkIfMatch(ifMatch, versionOf(shownUser(user)))
        if (by) checkGrantable(by, user.role)
        await checkNotLast(trx, user)
        await removeUser(trx, user)
      }),

    /** The token of a link to set a new password; earlier links are void. */
    async resetPassword(
      trx: Trx<Changes>,
      by: By,
      id: bigint,
    ): Promise<{ user: User; token: string }> {
      const user = await get(trx, by, id)
      if (by) checkGrantable(by, user.role)
      if (!isTrusted(by) && (await users.signsInOtherwise(trx.query, id))) throw resetsIdentity()
      await users.removeLinks(trx.query, id)
      const token = await makeLink(trx, by, id, LINK_MS)
      trx.record({ kind: 'password link made', userId: id })
      return { user: shownUser(user), token }
    },

    /**
     * The token of a link that signs in once, for stores without passwords; earlier links are void.
     */
    async makeSignInLink(trx: Trx<Changes>, id: bigint): Promise<string> {
      const user = await get(trx, undefined, id)
      await users.removeLinks(trx.query, user.id)
      const token = await makeLink(trx, undefined, user.id, LINK_MS, 'signIn')
      trx.record({ kind: 'password link made', userId: user.id })
      return token
    },

    /** The user of a link that signs in, if the link is valid. */
    async findSignInLink(token: string): Promise<{ userId: bigint } | undefined> {
      if (!isToken(token, linkPrefixes.signIn)) return undefined
      const link = await users.findLink(database.read, hashToken(token))
      if (link?.userId === undefined || link.expiresAtMs <= clock.nowMs()) return undefined
      return { userId: link.userId }
    },

    /**
     * Uses a link that signs in. An operator created it to give the person the account back, so all
     * other access ends. Undefined if the link is no longer valid.
     */
    async redeemSignInLink(trx: Trx<Changes>, token: string): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const link = await users.findLink(trx.query, hashToken(token))
      if (link?.userId === undefined || link.expiresAtMs <= clock.nowMs()) return undefined
      await trx.lock('users', link.userId)
      const user = await users.find(trx.query, link.userId)
      await users.removeLinks(trx.query, link.userId)
      if (!user || user.disabledAtMs !== undefined) return undefined
      await users.removePassword(trx.query, user.id)
      if (await users.removePasskeys(trx.query, user.id))
        trx.record({ kind: 'passkey removed', userId: user.id })
      await endSessionsOf(trx, user.id)
      await users.markProven(trx.query, user.id)
      return user
    },

    /** The token of a link that creates the first user; undefined if there is a user. */
    makeSetupLink: (): Promise<string | undefined> =>
      database.write(async (trx) =>
        (await users.isEmpty(trx.query))
          ? makeLink(trx, undefined, undefined, SETUP_MS)
          : undefined,
      ),

    /**
     * The user whose password a link sets, if the link is valid; `userId` is undefined for a link
     * that creates the first user.
     */
    async findLink(token: string): Promise<{ userId: bigint | undefined } | undefined> {
      if (!isToken(token, linkPrefixes.setPassword)) return undefined
      const link = await users.findLink(database.read, hashToken(token))
      return link && link.expiresAtMs > clock.nowMs() ? { userId: link.userId } : undefined
    },

    /**
     * Sets a password by a link, once, or creates the first user. Undefined if the link is no
     * longer valid.
     */
    async redeemLink(
      trx: Trx<Changes>,
      token: string,
      {
        passwordHash,
        first,
      }: { passwordHash: string; first: { email: string; name: string } | undefined },
    ): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const link = await users.findLink(trx.query, hashToken(token))
      if (!link || link.expiresAtMs <= clock.nowMs()) return undefined
      await users.removeLinks(trx.query, link.userId)
      if (link.userId === undefined) {
        if (!first || !(await users.isEmpty(trx.query))) return undefined
        return add(trx, undefined, { ...first, role: firstRole }, passwordHash)
      }
      await trx.lock('users', link.userId)
      const user = await users.find(trx.query, link.userId)
      if (!user || user.disabledAtMs !== undefined) return undefined
      await replacePassword(trx, user.id, passwordHash)
      if (link.provesAddress) await users.markProven(trx.query, user.id)
      return user
    },

    /** Sets a password for a user who has proven their identity; earlier links are void. */
    async setPassword(trx: Trx<Changes>, id: bigint, passwordHash: string): Promise<void> {
      await users.removeLinks(trx.query, id)
      await replacePassword(trx, id, passwordHash)
      // The link came by mail.
      await users.markProven(trx.query, id)
    },

    /** Sets the password of a user who knows the current one, so passkeys stay; earlier links are void. */
    async changePassword(trx: Trx<Changes>, id: bigint, passwordHash: string): Promise<void> {
      await users.removeLinks(trx.query, id)
      await users.setPassword(trx.query, id, passwordHash)
      trx.record({ kind: 'password set', userId: id })
    },

    purgeLinks: (): Promise<void> =>
      database.write((trx) => users.removeExpiredLinks(trx.query, clock.nowMs())),
  }
}

const firstRole: Role = 'admin'

/**
 * Staff and operators vouch for the people they invite; a member may be anybody who has signed up.
 */
const isTrusted = (by: By): boolean => by === undefined || by.actsForStore

const resetsIdentity = (): ApiError =>
  new ApiError('insufficient_scope', {
    message:
      'This person signs in with a passkey or at a provider, so only staff of the store can create a link that resets that.',
  })

const isManaged = (by: By, user: UserRecord): boolean => {
  const accountId = by && managedAccount(by)
  return accountId === undefined || accountId === user.accountId
}

const checkMayChange = (by: Caller, before: UserRecord, after: UserRecord): void => {
  // The caller must be allowed to grant both the old role and the new one.
  checkGrantable(by, before.role)
  checkGrantable(by, after.role)
}

const disabledAt = (
  { disabledAtMs }: UserRecord,
  disabled: boolean | undefined,
  nowMs: number,
): number | undefined => {
  if (disabled === undefined) return disabledAtMs
  return disabled ? (disabledAtMs ?? nowMs) : undefined
}
