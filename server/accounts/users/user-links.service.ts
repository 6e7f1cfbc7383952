import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import type { Role } from '../../requests/access/role.ts'
import { hashToken, isToken, mintToken } from '../../requests/access/token.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { AccountChange } from '../accounts/account.ts'
import { LINK_MS } from './password-link.ts'
import { checkGrantable, type NewUser, shownUser, type User, type UserChange, type UserRecord } from './user.ts'
import {
  findLink,
  findUser,
  hasNoStaff,
  insertLink,
  markProven,
  removeExpiredLinks,
  removeLinks,
  removePasskeys,
  removePassword,
  setPassword,
  signsInOtherwise,
} from './users.repository.ts'

type Changes = UserChange | AccountChange

/** The caller, or undefined for an operator on the command line. */
export type By = Caller | undefined

export type LinksDeps = {
  database: Database<Changes, Author>
  /** Ends all sessions of a user. */
  endSessionsOf: (trx: Trx<Changes>, userId: bigint) => Promise<void>
  /** Whether there is a mail server: then only the person gets the link that a member creates. */
  isMailed: boolean
  clock: Clock
  random: (size: number) => Uint8Array
  /** Gets a user whom the caller manages. Throws `user_not_found`. */
  get: (trx: Trx, by: By, id: bigint) => Promise<UserRecord>
  add: (trx: Trx<Changes>, by: By, user: NewUser, passwordHash: string) => Promise<UserRecord>
}

const SETUP_MS = 3_600_000
const PURGE_STEP = 500
/**
 * The prefix of a token identifies the purpose of its link, so that a password link never signs anybody in without a
 * password, and vice versa.
 */
const linkPrefixes = { setPassword: 'aas_link_', signIn: 'aas_once_' } as const
type LinkPurpose = keyof typeof linkPrefixes

/** The links that set a password or sign a user in once, and the passwords that they set. */
export const userLinks = (deps: LinksDeps) => {
  const { database, endSessionsOf, clock, random, get, add } = deps

  const makeLink = async (
    trx: Trx,
    by: By,
    userId: bigint | undefined,
    validMs = LINK_MS,
    purpose: LinkPurpose = 'setPassword',
  ): Promise<string> => {
    const token = mintToken(linkPrefixes[purpose], random)
    const expiresAtMs = clock.nowMs() + validMs
    const provesAddress = isTrusted(by) || deps.isMailed
    const link = { hash: hashToken(token), userId, expiresAtMs, provesAddress }
    await insertLink(trx.query, link)
    return token
  }

  const replacePassword = async (trx: Trx<Changes>, id: bigint, passwordHash: string): Promise<void> => {
    await setPassword(trx.query, id, passwordHash)
    await endSessionsOf(trx, id)
    // A new password is how an account is recovered, so credentials that were added before must not
    // work any more.
    if (await removePasskeys(trx.query, id)) trx.record({ kind: 'passkey removed', userId: id })
    trx.record({ kind: 'password set', userId: id })
  }

  return {
    makeLink,

    /** The token of a link to set a new password; earlier links are void. */
    async resetPassword(trx: Trx<Changes>, by: By, id: bigint): Promise<{ user: User; token: string }> {
      const user = await get(trx, by, id)
      if (by) checkGrantable(by, user.role)
      if (!isTrusted(by) && (await signsInOtherwise(trx.query, id))) throw resetsIdentity()
      await removeLinks(trx.query, id)
      const token = await makeLink(trx, by, id)
      trx.record({ kind: 'password link made', userId: id })
      return { user: shownUser(user), token }
    },

    /**
     * The token of a link that signs in once, for stores without passwords; earlier links are void.
     */
    async makeSignInLink(trx: Trx<Changes>, id: bigint): Promise<string> {
      const user = await get(trx, undefined, id)
      await removeLinks(trx.query, user.id)
      const token = await makeLink(trx, undefined, user.id, LINK_MS, 'signIn')
      trx.record({ kind: 'password link made', userId: user.id })
      return token
    },

    /** The user of a link that signs in, if the link is valid. */
    async findSignInLink(token: string): Promise<{ userId: bigint } | undefined> {
      if (!isToken(token, linkPrefixes.signIn)) return undefined
      const link = await findLink(database.read, hashToken(token))
      if (link?.userId === undefined || link.expiresAtMs <= clock.nowMs()) return undefined
      return { userId: link.userId }
    },

    /**
     * Uses a link that signs in. An operator created it to give the person the account back, so all
     * other access ends. Undefined if the link is no longer valid.
     */
    async redeemSignInLink(trx: Trx<Changes>, token: string): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const link = await findLink(trx.query, hashToken(token))
      if (link?.userId === undefined || link.expiresAtMs <= clock.nowMs()) return undefined
      await trx.lock('users', link.userId)
      const user = await findUser(trx.query, link.userId)
      await removeLinks(trx.query, link.userId)
      if (!user || user.disabledAtMs !== undefined) return undefined
      await removePassword(trx.query, user.id)
      if (await removePasskeys(trx.query, user.id)) trx.record({ kind: 'passkey removed', userId: user.id })
      await endSessionsOf(trx, user.id)
      await markProven(trx.query, user.id)
      return user
    },

    /** The token of a link that creates the first user; undefined if there is a user. */
    makeSetupLink: (): Promise<string | undefined> =>
      database.write(async (trx) =>
        (await hasNoStaff(trx.query)) ? makeLink(trx, undefined, undefined, SETUP_MS) : undefined,
      ),

    /**
     * The user whose password a link sets, if the link is valid; `userId` is undefined for a link
     * that creates the first user.
     */
    async findLink(token: string): Promise<{ userId: bigint | undefined } | undefined> {
      if (!isToken(token, linkPrefixes.setPassword)) return undefined
      const link = await findLink(database.read, hashToken(token))
      return link && link.expiresAtMs > clock.nowMs() ? { userId: link.userId } : undefined
    },

    /**
     * Sets a password by a link, once, or creates the first user. Undefined if the link is no
     * longer valid.
     */
    async redeemLink(
      trx: Trx<Changes>,
      token: string,
      { passwordHash, first }: { passwordHash: string; first: { email: string; name: string } | undefined },
    ): Promise<UserRecord | undefined> {
      await trx.lockName('users')
      const link = await findLink(trx.query, hashToken(token))
      if (!link || link.expiresAtMs <= clock.nowMs()) return undefined
      await removeLinks(trx.query, link.userId)
      if (link.userId === undefined) {
        if (!first || !(await hasNoStaff(trx.query))) return undefined
        return add(trx, undefined, { ...first, role: firstRole }, passwordHash)
      }
      await trx.lock('users', link.userId)
      const user = await findUser(trx.query, link.userId)
      if (!user || user.disabledAtMs !== undefined) return undefined
      await replacePassword(trx, user.id, passwordHash)
      if (link.provesAddress) await markProven(trx.query, user.id)
      return user
    },

    /** Sets a password for a user who has proven their identity; earlier links are void. */
    async setPassword(trx: Trx<Changes>, id: bigint, passwordHash: string): Promise<void> {
      await removeLinks(trx.query, id)
      await replacePassword(trx, id, passwordHash)
      // The link came by mail.
      await markProven(trx.query, id)
    },

    /** Sets the password of a user who knows the current one, so passkeys stay; earlier links are void. */
    async changePassword(trx: Trx<Changes>, id: bigint, passwordHash: string): Promise<void> {
      await removeLinks(trx.query, id)
      await setPassword(trx.query, id, passwordHash)
      trx.record({ kind: 'password set', userId: id })
    },

    /**
     * Accepts the invitation: voids the link, and everything else that somebody may have set up in
     * the person's name.
     */
    async acceptInvitation(trx: Trx<Changes>, user: UserRecord): Promise<void> {
      await removeLinks(trx.query, user.id)
      if (user.unprovenSinceMs === undefined) return
      await removePassword(trx.query, user.id)
      await removePasskeys(trx.query, user.id)
      await endSessionsOf(trx, user.id)
      await markProven(trx.query, user.id)
    },

    /** Removes expired links, some at a time, because other writes wait for it. */
    purgeLinks: (stopping: AbortSignal): Promise<void> =>
      repeatUntilDone(async () => {
        const remove = ({ query }: Pick<Trx, 'query'>) => removeExpiredLinks(query, clock.nowMs(), PURGE_STEP)
        return (await database.write(remove)) === PURGE_STEP
      }, stopping),
  }
}

const firstRole: Role = 'admin'

/**
 * Staff and operators vouch for the people they invite; a member may be anybody who has signed up.
 */
export const isTrusted = (by: By): boolean => by === undefined || by.actsForStore

const resetsIdentity = () =>
  requestError('insufficient_scope', {
    message:
      'This person signs in with a passkey or at a provider, so only staff of the store can create a link that resets that.',
  })
