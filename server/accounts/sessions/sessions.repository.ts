import type { Kysely, Selectable } from 'kysely'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { Session, SignInMethod } from './session.ts'

type Query = Kysely<Tables>

export type StoredSession = {
  id: bigint
  userId: bigint
  refreshHash: string
  previousHash: string | undefined
  salt: string | undefined
  refreshedAtMs: number
  createdAtMs: number
  expiresAtMs: number
  /** Whether its cookie has the prefix for TLS. */
  isPrefixed: boolean
  beganWith: SignInMethod | undefined
}

export const findSessionByFamily = async (query: Query, familyHash: string): Promise<StoredSession | undefined> => {
  const [row] = await familyRow(query, { familyHash })
  return row && toStored(row)
}

const familyRow = prepared((query, { familyHash }: { familyHash: string }) =>
  query.selectFrom('sessions').selectAll().where('family_hash', '=', familyHash),
)

type NewSession = {
  userId: bigint
  familyHash: string
  refreshHash: string
  address: string | undefined
  userAgent: string | undefined
  nowMs: number
  expiresAtMs: number
  isPrefixed: boolean
  beganWith: SignInMethod
}

export const insertSession = async (query: Query, session: NewSession): Promise<bigint> => {
  const now = instant(session.nowMs)
  const { id } = await query
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      family_hash: session.familyHash,
      refresh_hash: session.refreshHash,
      refreshed_at: now,
      address: session.address ?? null,
      user_agent: session.userAgent ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at: instant(session.expiresAtMs),
      is_prefixed: session.isPrefixed ? 1n : null,
      began_with: session.beganWith,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Refresh = {
  refreshHash: string
  previousHash: string
  salt: string
  nowMs: number
  expiresAtMs: number
  isPrefixed: boolean
}

export const refreshSession = async (query: Query, id: bigint, of: Refresh): Promise<void> => {
  await query
    .updateTable('sessions')
    .set({
      refresh_hash: of.refreshHash,
      previous_hash: of.previousHash,
      salt: of.salt,
      refreshed_at: instant(of.nowMs),
      last_seen_at: instant(of.nowMs),
      expires_at: instant(of.expiresAtMs),
      is_prefixed: of.isPrefixed ? 1n : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Treats the session as one that began with a passkey. */
export const markPasskey = async (query: Query, id: bigint): Promise<void> => {
  const beganWith: SignInMethod = 'passkey'
  await query.updateTable('sessions').set({ began_with: beganWith }).where('id', '=', id).execute()
}

type SessionList = { userId: bigint; nowMs: number; afterId?: bigint | undefined; limit?: number }

export const listSessions = async (
  query: Query,
  { nowMs, ...page }: SessionList,
): Promise<Omit<Session, 'isCurrent'>[]> =>
  (await listRows(query, { ...page, now: instant(nowMs) })).map((row) => ({
    id: row.id,
    userId: row.user_id,
    ...(row.address !== null && { address: row.address }),
    ...(row.user_agent !== null && { userAgent: row.user_agent }),
    createdAt: showTime(row.created_at),
    lastSeenAt: showTime(row.last_seen_at),
    expiresAt: showTime(row.expires_at),
  }))

type Rows = Omit<SessionList, 'nowMs'> & { now: bigint }

const listRows = prepared((query, { userId, now, afterId, limit }: Rows) => {
  let select = query
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
  if (afterId !== undefined) select = select.where('id', '>', afterId)
  return limit === undefined ? select : select.limit(limit)
})

export const countSessions = async (
  query: Query,
  { userId, nowMs }: { userId: bigint; nowMs: number },
): Promise<number> => countRows(query, { userId, now: instant(nowMs) })

const countRows = boundedCount((query, { userId, now }: { userId: bigint; now: bigint }) =>
  query.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now),
)

export const listSessionIds = async (query: Query, userId: bigint): Promise<bigint[]> => {
  const rows = await query.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Removes sessions with their tokens. */
export const deleteSessions = async (query: Query, ids: readonly bigint[]): Promise<void> => {
  if (ids.length === 0) return
  await query.deleteFrom('access_tokens').where('session_id', 'in', ids).execute()
  await query.deleteFrom('sessions').where('id', 'in', ids).execute()
}

/** A session of an enabled user, with the current role. `plan` is that of a member's account. */
export type LiveSession = { id: bigint; role: string; plan: string | null }

export const listLiveSessions = async (query: Query, ids: readonly bigint[]): Promise<LiveSession[]> =>
  liveRows(query, { ids })

const liveRows = prepared((query, { ids }: { ids: readonly bigint[] }) =>
  query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['sessions.id', 'users.role', 'accounts.plan'])
    .where('sessions.id', 'in', ids)
    .where('users.disabled_at', 'is', null)
    .where('accounts.suspended_at', 'is', null),
)

export const markSessionSeen = async (query: Query, id: bigint, atMs: number): Promise<void> => {
  await query
    .updateTable('sessions')
    .set({ last_seen_at: instant(atMs) })
    .where('id', '=', id)
    .execute()
}

/** Removes some expired sessions. Returns how many. */
export const deleteExpiredSessions = async (query: Query, nowMs: number, limit: number): Promise<number> => {
  const now = instant(nowMs)
  const tokens = await query
    .deleteFrom('access_tokens')
    .where(({ eb, selectFrom }) =>
      eb(
        'hash',
        'in',
        selectFrom('access_tokens').select('hash').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
      ),
    )
    .executeTakeFirst()
  const sessions = await query
    .deleteFrom('sessions')
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('sessions').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
      ),
    )
    .executeTakeFirst()
  return Math.max(Number(tokens.numDeletedRows), Number(sessions.numDeletedRows))
}

const toStored = (row: Selectable<Tables['sessions']>): StoredSession => ({
  id: row.id,
  userId: row.user_id,
  refreshHash: row.refresh_hash,
  previousHash: row.previous_hash ?? undefined,
  salt: row.salt ?? undefined,
  refreshedAtMs: Number(row.refreshed_at),
  createdAtMs: Number(row.created_at),
  expiresAtMs: Number(row.expires_at),
  isPrefixed: row.is_prefixed !== null,
  // Only ever written from a SignInMethod.
  beganWith: (row.began_with ?? undefined) as SignInMethod | undefined,
})
