import type { Clock } from '../../platform/clock.ts'
import type { Language } from '../../platform/language.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Caller, UserCaller } from '../../requests/access/caller.ts'
import { type Credential, callersBy, type Guard, type Known } from '../../requests/access/callers.ts'
import { roles } from '../../requests/access/role.ts'
import { hashToken, isToken } from '../../requests/access/token.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { planPolicy, staffPolicy } from '../../requests/rate-limits/policy.ts'
import type { PasskeyPolicy } from '../users/passkey-policy.ts'
import { type Sender, type SessionChange, type UserRecord, userAuthor } from '../users/user.ts'
import type { UsersRepository } from '../users/users.service.ts'
import type { SignedIn } from './access-tokens.repository.ts'
import { findSessionByToken, insertToken } from './access-tokens.repository.ts'
import { sessionError } from './session.errors.ts'
import {
  ACCESS_MS,
  ACCESS_TOKEN,
  GRACE_MS,
  mintAccessToken,
  mintRefreshToken,
  type RefreshToken,
  readRefreshToken,
  type Session,
  type SignInMethod,
  sessionEnd,
  successorOf,
} from './session.ts'
import {
  countSessions,
  deleteExpiredSessions,
  deleteSessions,
  findSessionByFamily,
  insertSession,
  type LiveSession,
  listLiveSessions,
  listSessionIds,
  listSessions,
  markPasskey,
  markSessionSeen,
  refreshSession,
  type StoredSession,
} from './sessions.repository.ts'

type Deps = {
  database: Database<SessionChange, Author>
  users: Pick<UsersRepository, 'findUser' | 'markUserSeen'>
  passkeyPolicy: PasskeyPolicy
  /** Whether people can sign in with passwords. */
  hasPasswords: boolean
  clock: Clock
  random: (size: number) => Uint8Array
  /**
   * How long a token is cached without a lookup in the database; forever if the database announces
   * changes.
   */
  maxAgeMs?: number | undefined
}

/** The device of a sign-in. */
export type Device = {
  address: string
  userAgent: string | undefined
  /** The language that it prefers, if that is one of ours. */
  language: Language | undefined
  /** Whether it uses TLS: its cookies have a prefix then. */
  isSecure: boolean
}

/** The tokens of a session: an access token for requests, and a refresh token for the next ones. */
export type Issued = {
  user: UserRecord
  accessToken: string
  expiresAtMs: number
  refreshToken: string
}

/** The most sessions of a user: one more ends the oldest. */
const MAX_SESSIONS = 50
const MAX_USER_AGENT_LENGTH = 256
const PURGE_STEP = 500

/** The user who is signed in in this browser, and their session. */
export type SignedInHere = { user: UserRecord; session: Pick<StoredSession, 'id' | 'createdAtMs'> }

export type SessionsService = ReturnType<typeof sessionsService>

/** Sessions and their tokens. */
export const sessionsService = (deps: Deps) => {
  const { database, users, passkeyPolicy, clock, random, maxAgeMs = Infinity } = deps
  const { hasPasswords } = deps
  const unsavedUse = new Map<bigint, { userId: bigint; atMs: number }>()
  /**
   * Whether the user could no longer sign in this way, because settings have changed or a passkey
   * was added.
   */
  const isOutdated = (beganWith: SignInMethod | undefined, needsPasskey: boolean): boolean =>
    (beganWith === 'password' && !hasPasswords) || (needsPasskey && beganWith !== undefined && beganWith !== 'passkey')

  const callers = callersBy<KnownSession>({
    read: async (hash) => {
      const signedIn = await findSessionByToken(database.read, hash)
      if (!signedIn) return undefined
      const { isDisabled, beganWith, hasPasskey, expiresAtMs } = signedIn
      const caller = callerOf(signedIn, passkeyPolicy)
      const isOver = isOutdated(beganWith, hasPasskey && passkeyPolicy.applies(caller))
      const endsAtMs = isDisabled || isOver ? -Infinity : expiresAtMs
      return { signedIn, caller, lastUsedAtMs: signedIn.lastSeenAtMs, endsAtMs }
    },
    ended: () => 'session_expired',
    unknown: 'session_expired',
    onUse: ({ signedIn: { sessionId, userId } }, atMs) => unsavedUse.set(sessionId, { userId, atMs }),
    clock,
    maxAgeMs,
  })

  const issueToken = async (
    trx: Trx,
    sessionId: bigint,
    endsAtMs: number,
  ): Promise<Pick<Issued, 'accessToken' | 'expiresAtMs'>> => {
    const accessToken = mintAccessToken(random)
    const expiresAtMs = Math.min(clock.nowMs() + ACCESS_MS, endsAtMs)
    await insertToken(trx.query, { hash: hashToken(accessToken), sessionId, expiresAtMs })
    return { accessToken, expiresAtMs }
  }

  const end = async (trx: Trx<SessionChange>, userId: bigint, ids: readonly bigint[]): Promise<void> => {
    await deleteSessions(trx.query, ids)
    for (const sessionId of ids) trx.record({ kind: 'session ended', userId, sessionId })
  }

  /** Finds the session of a token and locks it until the commit. */
  const findLocked = async (trx: Trx, token: RefreshToken): Promise<StoredSession | undefined> => {
    const found = await findSessionByFamily(trx.query, token.familyHash)
    if (!found) return undefined
    await trx.lock('sessions', found.id)
    return findSessionByFamily(trx.query, token.familyHash)
  }

  /** The next token; undefined if this one was replaced too long ago, as it may be stolen. */
  const follow = async (
    trx: Trx,
    session: StoredSession,
    { token, expiresAtMs, isPrefixed }: { token: RefreshToken; expiresAtMs: number; isPrefixed: boolean },
  ): Promise<RefreshToken | undefined> => {
    const nowMs = clock.nowMs()
    if (token.hash === session.refreshHash) {
      const salt = Buffer.from(random(32)).toString('base64url')
      const successor = successorOf(token, salt)
      const { hash: refreshHash } = successor
      const change = { refreshHash, previousHash: token.hash, salt, nowMs, expiresAtMs, isPrefixed }
      await refreshSession(trx.query, session.id, change)
      return successor
    }
    const { salt } = session
    return isGraced(session, token) && salt !== undefined ? successorOf(token, salt) : undefined
  }

  /** Whether it was replaced just now: another tab may have sent it, or a response was lost. */
  const isGraced = (session: StoredSession, { hash }: RefreshToken): boolean =>
    hash === session.previousHash && Math.abs(clock.nowMs() - session.refreshedAtMs) <= GRACE_MS

  const refreshIn = async (
    trx: Trx<SessionChange>,
    token: RefreshToken,
    { isUnprefixed, isSecure }: { isUnprefixed: boolean; isSecure: boolean },
  ): Promise<Issued | undefined> => {
    const session = await findLocked(trx, token)
    if (!session) return undefined
    const user = await users.findUser(trx.query, session.userId)
    const isStaff = user !== undefined && user.accountId === undefined
    const endsAtMs = sessionEnd({ createdAtMs: session.createdAtMs, isStaff }, clock.nowMs())
    // A cookie without the prefix may have been set by another host, so each session accepts one
    // only once.
    const isForeign = isUnprefixed && session.isPrefixed && !isGraced(session, token)
    const isOver = clock.nowMs() >= Math.min(session.expiresAtMs, endsAtMs) || isForeign
    const next = { token, expiresAtMs: endsAtMs, isPrefixed: session.isPrefixed || isSecure }
    const isActive =
      user !== undefined &&
      user.disabledAtMs === undefined &&
      !isOver &&
      !isOutdated(session.beganWith, await passkeyPolicy.needsPasskey(trx.query, user))
    const successor = isActive ? await follow(trx, session, next) : undefined
    if (!user || !successor) {
      await end(trx, session.userId, [session.id])
      return undefined
    }
    const access = await issueToken(trx, session.id, endsAtMs)
    return { user, refreshToken: successor.text, ...access }
  }

  /**
   * The owner of a token. Read outside a transaction, so that made-up tokens do not delay writers.
   */
  const ownerOf = async (token: RefreshToken, from: Sender): Promise<Author | undefined> => {
    const session = await findSessionByFamily(database.read, token.familyHash)
    const user = session && (await users.findUser(database.read, session.userId))
    return user && userAuthor(user, from)
  }

  return {
    /** Drops changed sessions from the cache. */
    forget: callers.forget,
    recall: callers.recall,

    /** Looks the caller up in the database. A malformed token is rejected without a lookup. */
    identify: async ({ key, hash }: Credential, guard: Guard = (look) => look()): Promise<Caller> => {
      if (!isToken(key, ACCESS_TOKEN)) throw requestError('session_expired')
      return callers.identify(hash, guard)
    },

    /** Signs a user in. Throws `passkey_required` if the user must use a passkey and has not. */
    async start(trx: Trx<SessionChange>, user: UserRecord, device: Device, beganWith: SignInMethod): Promise<Issued> {
      await trx.lock('users', user.id)
      if (beganWith !== 'passkey' && (await passkeyPolicy.needsPasskey(trx.query, user)))
        throw requestError('passkey_required')
      const before = await listSessionIds(trx.query, user.id)
      await end(trx, user.id, before.slice(0, Math.max(0, before.length - MAX_SESSIONS + 1)))
      const token = mintRefreshToken(random)
      const nowMs = clock.nowMs()
      const isStaff = user.accountId === undefined
      const endsAtMs = sessionEnd({ createdAtMs: nowMs, isStaff }, nowMs)
      const sessionId = await insertSession(trx.query, {
        userId: user.id,
        familyHash: token.familyHash,
        refreshHash: token.hash,
        address: device.address,
        userAgent: device.userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
        nowMs,
        expiresAtMs: endsAtMs,
        isPrefixed: device.isSecure,
        beganWith,
      })
      await users.markUserSeen(trx.query, user.id, nowMs, device.language)
      trx.record({ kind: 'session started', userId: user.id, sessionId })
      return { user, refreshToken: token.text, ...(await issueToken(trx, sessionId, endsAtMs)) }
    },

    /** Issues the next tokens of a session. Throws `session_expired`. */
    async refresh(
      { token: text, isUnprefixed }: { token: string; isUnprefixed: boolean },
      from: Sender & Pick<Device, 'isSecure'>,
    ): Promise<Issued> {
      const token = readRefreshToken(text)
      const author = token && (await ownerOf(token, from))
      if (!token || !author) throw requestError('session_expired')
      const issued = await database.writeAs(author, (trx) =>
        refreshIn(trx, token, { isUnprefixed, isSecure: from.isSecure }),
      )
      if (!issued) throw requestError('session_expired')
      return issued
    },

    /** The user of a refresh token, which is not replaced. */
    async signedInHere(text: string): Promise<SignedInHere | undefined> {
      const token = readRefreshToken(text)
      const session = token && (await findSessionByFamily(database.read, token.familyHash))
      if (!session || clock.nowMs() >= session.expiresAtMs) return undefined
      const isCurrent = token.hash === session.refreshHash || isGraced(session, token)
      const user = isCurrent ? await users.findUser(database.read, session.userId) : undefined
      if (!user || user.disabledAtMs !== undefined) return undefined
      const needsPasskey = await passkeyPolicy.needsPasskey(database.read, user)
      return isOutdated(session.beganWith, needsPasskey) ? undefined : { user, session }
    },

    /** Whether a session is still valid. */
    isValid: async ({ query }: Trx, { user, session }: SignedInHere): Promise<boolean> =>
      (await listSessionIds(query, user.id)).includes(session.id),

    /** Ends the session of a refresh token, if there is one. */
    async signOut(text: string, from: Sender): Promise<void> {
      const token = readRefreshToken(text)
      const author = token && (await ownerOf(token, from))
      if (!token || !author) return
      await database.writeAs(author, async (trx) => {
        const session = await findLocked(trx, token)
        if (session) await end(trx, session.userId, [session.id])
      })
    },

    list: (
      userId: bigint,
      page: { afterId?: bigint | undefined; limit?: number } = {},
    ): Promise<Omit<Session, 'isCurrent'>[]> => listSessions(database.read, { userId, nowMs: clock.nowMs(), ...page }),
    count: (userId: bigint): Promise<number> => countSessions(database.read, { userId, nowMs: clock.nowMs() }),

    /** Ends one session. Throws `session_not_found`. */
    endOne: (author: Author, userId: bigint, sessionId: bigint): Promise<void> =>
      database.writeAs(author, async (trx) => {
        const ids = await listSessionIds(trx.query, userId)
        if (!ids.includes(sessionId)) throw sessionError('session_not_found')
        await end(trx, userId, [sessionId])
      }),

    endAll: (author: Author, userId: bigint): Promise<void> =>
      database.writeAs(author, async (trx) => end(trx, userId, await listSessionIds(trx.query, userId))),

    /** Records that its user added a passkey in it. */
    markPasskeyIn: ({ query }: Trx, { session }: SignedInHere): Promise<void> => markPasskey(query, session.id),

    /** Ends all other sessions of the user. */
    endOthersIn: async (trx: Trx<SessionChange>, { user, session }: SignedInHere): Promise<void> =>
      end(
        trx,
        user.id,
        (await listSessionIds(trx.query, user.id)).filter((id) => id !== session.id),
      ),

    endAllIn: async (trx: Trx<SessionChange>, userId: bigint): Promise<void> =>
      end(trx, userId, await listSessionIds(trx.query, userId)),

    /**
     * Those sessions that are still valid, with the current role of their user and the plan of
     * their account.
     */
    listLive: async (ids: readonly bigint[]): Promise<LiveSession[]> =>
      ids.length === 0 ? [] : listLiveSessions(database.read, ids),

    /** Saves when sessions were last used. */
    async flush(): Promise<void> {
      if (unsavedUse.size === 0) return
      const uses = [...unsavedUse].sort(([one], [other]) => (one < other ? -1 : 1))
      unsavedUse.clear()
      try {
        await database.write(async ({ query }) => {
          for (const [id, { atMs }] of uses) await markSessionSeen(query, id, atMs)
          // Sorted, so that replicas that do the same cannot deadlock.
          const people = new Map(uses.map(([, { userId, atMs }]) => [userId, atMs]))
          const inOrder = [...people].sort(([one], [other]) => (one < other ? -1 : 1))
          for (const [userId, atMs] of inOrder) await users.markUserSeen(query, userId, atMs)
        })
      } catch (error) {
        for (const [id, use] of uses) if (!unsavedUse.has(id)) unsavedUse.set(id, use)
        throw error
      }
    },

    /** Removes expired sessions. */
    purge(stopping: AbortSignal): Promise<void> {
      const step = () => database.write((trx) => deleteExpiredSessions(trx.query, clock.nowMs(), PURGE_STEP))
      return repeatUntilDone(async () => (await step()) === PURGE_STEP, stopping)
    },
  }
}

type KnownSession = Known & { signedIn: SignedIn }

/** A member has the rights of the account's keys and shares its windows; staff have their own limits. */
const callerOf = ({ member, ...signedIn }: SignedIn, passkeys: PasskeyPolicy): UserCaller => {
  const { sessionId, userId, userName, role, expiresAtMs } = signedIn
  const { scopes, rights } = roles[role]
  const accountId = member?.accountId ?? signedIn.oldestAccountId
  const isStaff = member === undefined
  return {
    kind: 'session',
    userId,
    userName,
    sessionId,
    role,
    expiresAtMs,
    accountId,
    isStaff,
    actsForStore: isStaff,
    needsPasskey: !signedIn.hasPasskey && passkeys.applies({ role, isStaff }),
    plan: member?.plan ?? 'enterprise',
    scopes: new Set(scopes),
    rights: new Set(rights),
    policy: member ? planPolicy(member.limits) : staffPolicy(),
    subject: member ? { accountId } : { userId },
    isSuspended: member?.isSuspended ?? false,
  }
}
