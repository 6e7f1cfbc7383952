import { changedFields } from '../../platform/changed-fields.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Language } from '../../platform/language.ts'
import { NotUnique, type Trx } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import type { Role } from '../../requests/access/role.ts'
import type { Author } from '../../requests/author/author.ts'
import { accountError } from '../accounts/account.errors.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { PasskeyPolicy } from './passkey-policy.ts'
import { userError } from './user.errors.ts'
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
import { type By, isTrusted, type LinksDeps, userLinks } from './user-links.service.ts'
import {
  countAdmins,
  countUsers,
  deleteUser,
  findUser,
  findUserByEmail,
  hasLink,
  hasNoStaff,
  insertUser,
  listUsers,
  removeLinks,
  type UserList,
  updateUser,
} from './users.repository.ts'

type Changes = UserChange | AccountChange

type Deps = Omit<LinksDeps, 'get' | 'add'> & {
  accounts: Pick<AccountsService, 'find' | 'findIn' | 'findOrCreateFirst'>
  passkeyPolicy: Pick<PasskeyPolicy, 'appliesTo'>
  /** Stops sending mail to a removed user. */
  withdrawMails: (trx: Trx, address: string) => Promise<void>
}

/** `language`: that of mail to the user until the first sign-in. */
type Invitation = NewUser & { language?: Language | undefined }

type Patched = { id: bigint; patch: UserPatch; ifMatch?: string | undefined }

export type UsersService = ReturnType<typeof usersService>

/** The SQL of users, which services of other folders are given parts of. */
export type UsersRepository = typeof import('./users.repository.ts')

/** Users: members manage those of their account; callers who act for the store manage all. */
export const usersService = (deps: Deps) => {
  const { database, accounts, endSessionsOf, withdrawMails, clock } = deps

  /** Gets a user whom the caller manages; others do not exist for it. */
  const get = async (trx: Trx, by: By, id: bigint): Promise<UserRecord> => {
    await trx.lock('users', id)
    const user = await findUser(trx.query, id)
    if (!user || !isManaged(by, user)) throw userError('user_not_found')
    return user
  }

  const checkNotLast = async (trx: Trx, user: UserRecord): Promise<void> => {
    const isAdmin = user.role === 'admin' && user.accountId === undefined && user.disabledAtMs === undefined
    if (isAdmin && (await countAdmins(trx.query)) < 2) throw userError('last_admin')
  }

  /** The account to invite to: the caller's own, unless the caller is staff. */
  const accountFor = async (trx: Trx, by: By, named: bigint | undefined): Promise<bigint | undefined> => {
    const own = by && managedAccount(by)
    const accountId = named ?? own
    if (own !== undefined && accountId !== own) throw accountError('account_not_found')
    if (accountId !== undefined && !(await accounts.findIn(trx, accountId))) throw accountError('account_not_found')
    return accountId
  }

  const removeUser = async (trx: Trx<Changes>, { id, email }: UserRecord): Promise<void> => {
    await endSessionsOf(trx, id)
    await removeLinks(trx.query, id)
    await deleteUser(trx.query, id)
    await withdrawMails(trx, email)
    trx.record({ kind: 'user removed', userId: id })
  }

  /**
   * Removes a member's invitation to an address that the person has not confirmed. Throws
   * `email_in_use`.
   */
  const freeAddress = async (trx: Trx<Changes>, by: By, email: string): Promise<void> => {
    const known = await findUserByEmail(trx.query, email)
    if (!known) return
    if (known.unprovenSinceMs === undefined || !isTrusted(by)) throw userError('email_in_use')
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
    const user = await insertUser(trx.query, record).catch((error: unknown) => {
      throw error instanceof NotUnique ? userError('email_in_use', { cause: error }) : error
    })
    trx.record({ kind: 'user added', userId: user.id })
    return user
  }

  const links = userLinks({ ...deps, get, add })

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
    const token = passwordHash === undefined ? await links.makeLink(trx, by, user.id) : undefined
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
    await updateUser(trx.query, after)
    // A user who must use a passkey from now on may be signed in without one.
    const { appliesTo } = deps.passkeyPolicy
    const isNewlyRequired = appliesTo(after) && !appliesTo(before)
    if (after.disabledAtMs !== undefined || isNewlyRequired) await endSessionsOf(trx, id)
    trx.record({ kind: 'user changed', userId: id, fields })
    return shownUser(after)
  }

  return {
    find: async (by: By, id: bigint): Promise<User | undefined> => {
      const user = await findUser(database.read, id)
      return user && isManaged(by, user) ? shownUser(user) : undefined
    },
    list: async (list: UserList = {}): Promise<User[]> => (await listUsers(database.read, list)).map(shownUser),
    count: (accountId: bigint | undefined): Promise<number> => countUsers(database.read, accountId),
    isEmpty: (): Promise<boolean> => hasNoStaff(database.read),

    /** Adds a user for an operator. */
    create: (author: Author, request: NewUser, passwordHash?: string) =>
      database.writeAs(author, (trx) => invite(trx, undefined, request, passwordHash)),

    checkInvitation,
    invite,

    update: (author: Author, by: By, id: bigint, patch: UserPatch, ifMatch?: string): Promise<User> =>
      database.writeAs(author, (trx) => change(trx, by, { id, patch, ifMatch })),

    /** Changes a role as part of another change. Throws `last_admin`. */
    setRole: async (trx: Trx<Changes>, id: bigint, role: Role): Promise<void> =>
      void (await change(trx, undefined, { id, patch: { role } })),

    /**
     * The user invited at this email who has not used the link. Undefined if there is none, or the
     * link has expired.
     */
    async findInvited(trx: Trx, email: string): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const user = await findUserByEmail(trx.query, foldEmail(email))
      if (!user || user.disabledAtMs !== undefined) return undefined
      return (await hasLink(trx.query, user.id, clock.nowMs())) ? user : undefined
    },

    ...links,

    remove: (author: Author, by: By, id: bigint, ifMatch?: string): Promise<void> =>
      database.writeAs(author, async (trx) => {
        await trx.lockName('users')
        const user = await get(trx, by, id)
        checkIfMatch(ifMatch, versionOf(shownUser(user)))
        if (by) checkGrantable(by, user.role)
        await checkNotLast(trx, user)
        await removeUser(trx, user)
      }),
  }
}

const isManaged = (by: By, user: UserRecord): boolean => {
  const accountId = by && managedAccount(by)
  return accountId === undefined || accountId === user.accountId
}

const checkMayChange = (by: Caller, before: UserRecord, after: UserRecord): void => {
  // The caller must be allowed to grant both the old role and the new one.
  checkGrantable(by, before.role)
  checkGrantable(by, after.role)
}

const disabledAt = ({ disabledAtMs }: UserRecord, disabled: boolean | undefined, nowMs: number): number | undefined => {
  if (disabled === undefined) return disabledAtMs
  return disabled ? (disabledAtMs ?? nowMs) : undefined
}
