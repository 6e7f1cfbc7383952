import { changedFields } from '../../platform/changed-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
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
  /** Ends what a user is signed in by. */
  endSessionsOf: (trx: Trx<Changes>, userId: bigint) => Promise<void>
  passkeyPolicy: Pick<PasskeyPolicy, 'appliesTo'>
  /** Sends nothing more to a user who is gone. */
  withdrawMails: (trx: Trx, address: string) => Promise<void>
  /** Whether there is a mail server: then only the person of the address gets the link that a member makes. */
  isMailed: boolean
  clock: Clock
  random: (size: number) => Uint8Array
}

/** Who is managed: by a caller, or, undefined, by an operator at the command line. */
type By = Caller | undefined

type Patched = { id: bigint; patch: UserPatch; ifMatch?: string | undefined }

const SETUP_MS = 3_600_000
/** What a link does is in the token itself: one that sets a password signs nobody in without one, and vice versa. */
const linkPrefixes = { setPassword: 'aas_link_', signIn: 'aas_once_' } as const
type LinkPurpose = keyof typeof linkPrefixes

export type UsersService = ReturnType<typeof usersService>

/** People: those of an account for its members, all for who acts for the store. */
export const usersService = (deps: Deps) => {
  const { database, users, accounts, endSessionsOf, withdrawMails, clock, random } = deps

  /** One that the caller manages; others do not exist for it. */
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

  /** The account that somebody invites to: their own, if they are no staff. */
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

  /** An invitation by a member takes no address before it is shown that the person has it. Throws `email_in_use`. */
  const freeAddress = async (trx: Trx<Changes>, by: By, email: string): Promise<void> => {
    const known = await users.findByEmail(trx.query, email)
    if (!known) return
    if (known.unprovenSinceMs === undefined || !isTrusted(by)) throw new ApiError('email_in_use')
    await removeUser(trx, known)
  }

  const add = async (
    trx: Trx<Changes>,
    by: By,
    { email: typed, name, role, accountId }: NewUser,
    passwordHash?: string,
  ): Promise<UserRecord> => {
    const email = foldEmail(typed)
    const issue = emailIssue(email)
    if (issue) throw validationFailed([issue])
    await freeAddress(trx, by, email)
    // Staff act for an account where they add something: there is one from here on.
    await accounts.findOrCreateFirst(trx)
    const nowMs = clock.nowMs()
    const unprovenSinceMs = isTrusted(by) ? undefined : nowMs
    const shown = { email, name, role, accountId }
    const record = { ...shown, passwordHash, unprovenSinceMs, createdAtMs: nowMs }
    const user = await users.insert(trx.query, record).catch((error: unknown) => {
      throw error instanceof NotUnique ? new ApiError('email_in_use', { cause: error }) : error
    })
    trx.record({ kind: 'user added', userId: user.id })
    return user
  }

  /** The account of who is invited, if any. Throws `insufficient_scope`, `account_not_found`. */
  const checkInvitation = async (
    trx: Trx,
    by: By,
    { role, accountId }: Pick<NewUser, 'role' | 'accountId'>,
  ): Promise<bigint | undefined> => {
    if (by) checkGrantable(by, role)
    return accountFor(trx, by, accountId)
  }

  /** Adds somebody. Returns the token of a link to set a password, unless there is one. */
  const invite = async (
    trx: Trx<Changes>,
    by: By,
    request: NewUser,
    passwordHash?: string,
  ): Promise<{ user: User; token: string | undefined }> => {
    const accountId = await checkInvitation(trx, by, request)
    const member = accountId === undefined ? {} : { accountId }
    const { email, name, role } = request
    const user = await add(trx, by, { email, name, role, ...member }, passwordHash)
    const token = passwordHash === undefined ? await makeLink(trx, by, user.id, LINK_MS) : undefined
    return { user: shownUser(user), token }
  }

  const change = async (
    trx: Trx<Changes>,
    by: By,
    { id, patch: { name, role, disabled }, ifMatch }: Patched,
  ): Promise<User> => {
    // Two admins who demote each other wait here, and the second one is the last.
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
    // Whoever has to use a passkey from now on may be signed in without it.
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
    // A new password is how an account is taken back: nothing else that was added before opens it any more.
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

    /** Adds somebody, as an operator does. */
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

    /** Gives another role in the course of something else. Throws `last_admin`. */
    setRole: async (trx: Trx<Changes>, id: bigint, role: Role): Promise<void> =>
      void (await change(trx, undefined, { id, patch: { role } })),

    /** Who was invited by this email and has not used the link. Undefined where nobody is, or the link has expired. */
    async findInvited(trx: Trx, email: string): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const user = await users.findByEmail(trx.query, foldEmail(email))
      if (!user || user.disabledAtMs !== undefined) return undefined
      return (await users.hasLink(trx.query, user.id, clock.nowMs())) ? user : undefined
    },

    /** The person has come: the link is void, and so is whatever else somebody may have set up in their name. */
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

    /** The token of a link to set a new password; links made before are void. */
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

    /** The token of a link that signs in once where there are no passwords; links made before are void. */
    async makeSignInLink(trx: Trx<Changes>, id: bigint): Promise<string> {
      const user = await get(trx, undefined, id)
      await users.removeLinks(trx.query, user.id)
      const token = await makeLink(trx, undefined, user.id, LINK_MS, 'signIn')
      trx.record({ kind: 'password link made', userId: user.id })
      return token
    },

    /** Whose link it is that signs in, as long as it is valid. */
    async findSignInLink(token: string): Promise<{ userId: bigint } | undefined> {
      if (!isToken(token, linkPrefixes.signIn)) return undefined
      const link = await users.findLink(database.read, hashToken(token))
      if (link?.userId === undefined || link.expiresAtMs <= clock.nowMs()) return undefined
      return { userId: link.userId }
    },

    /**
     * Uses a link that signs in. An operator made it to give the person the account back, so it ends whatever opened the
     * account before. Undefined when the link is not valid any more.
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

    /** The token of a link by which the first user is made; undefined when there is a user. */
    makeSetupLink: (): Promise<string | undefined> =>
      database.write(async (trx) =>
        (await users.isEmpty(trx.query))
          ? makeLink(trx, undefined, undefined, SETUP_MS)
          : undefined,
      ),

    /** What a link is for, as long as it is valid: whose password it sets, if not the first user's. */
    async findLink(token: string): Promise<{ userId: bigint | undefined } | undefined> {
      if (!isToken(token, linkPrefixes.setPassword)) return undefined
      const link = await users.findLink(database.read, hashToken(token))
      return link && link.expiresAtMs > clock.nowMs() ? { userId: link.userId } : undefined
    },

    /** Sets a password by a link, once, or makes the first user. Undefined when the link is not valid any more. */
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

    /** Sets a password for somebody who has shown to be the one; links made before are void. */
    async setPassword(trx: Trx<Changes>, id: bigint, passwordHash: string): Promise<void> {
      await users.removeLinks(trx.query, id)
      await replacePassword(trx, id, passwordHash)
      // The link came by mail.
      await users.markProven(trx.query, id)
    },

    purgeLinks: (): Promise<void> =>
      database.write((trx) => users.removeExpiredLinks(trx.query, clock.nowMs())),
  }
}

const firstRole: Role = 'admin'

/** The staff and operators vouch for whom they invite; a member may be anybody who has signed up. */
const isTrusted = (by: By): boolean => by === undefined || by.actsForStore

const resetsIdentity = (): ApiError =>
  new ApiError('insufficient_scope', {
    message:
      'This person signs in with a passkey or at a provider, so only the staff of the store can make a link that resets it.',
  })

const isManaged = (by: By, user: UserRecord): boolean => {
  const accountId = by && managedAccount(by)
  return accountId === undefined || accountId === user.accountId
}

const checkMayChange = (by: Caller, before: UserRecord, after: UserRecord): void => {
  // Neither somebody who may do more than oneself is changed, nor somebody made to be one.
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
