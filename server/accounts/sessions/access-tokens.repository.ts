import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Role } from '../../requests/access/role.ts'
import type { PlanLimits, PlanName } from '../../requests/plans/plan.ts'
import { accountLimits } from '../accounts/account.ts'
import type { SignInMethod } from './session.ts'

type Query = Kysely<Tables>

/**
 * Everything that a request needs to know about a session: the user, and a member's account with
 * its limits.
 */
export type SignedIn = {
  sessionId: bigint
  userId: bigint
  userName: string
  role: Role
  /** Undefined for staff. */
  member: { accountId: bigint; plan: PlanName; limits: PlanLimits; isSuspended: boolean } | undefined
  /** The account that staff's animals belong to. */
  oldestAccountId: bigint
  isDisabled: boolean
  hasPasskey: boolean
  beganWith: SignInMethod | undefined
  expiresAtMs: number
  lastSeenAtMs: number
}

export const findSessionByToken = async (query: Query, hash: string): Promise<SignedIn | undefined> => {
  const [row] = await signedInRow(query, { hash })
  if (!row) return undefined
  const own = { perMinute: toNumber(row.per_minute), perDay: toNumber(row.per_day) }
  // Only ever written from a PlanName, a Role and a SignInMethod.
  const plan = row.plan as PlanName
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    userName: row.name,
    role: row.role as Role,
    member:
      row.account_id === null
        ? undefined
        : {
            accountId: row.account_id,
            plan,
            limits: accountLimits(plan, own),
            isSuspended: row.suspended_at !== null,
          },
    oldestAccountId: row.oldest ?? 0n,
    isDisabled: row.disabled_at !== null,
    hasPasskey: row.passkey !== null,
    beganWith: (row.began_with ?? undefined) as SignInMethod | undefined,
    expiresAtMs: Number(row.expires_at),
    lastSeenAtMs: Number(row.last_seen_at),
  }
}

const signedInRow = prepared((query, { hash }: { hash: string }) =>
  query
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .select([
      'access_tokens.expires_at',
      'access_tokens.session_id',
      'sessions.user_id',
      'sessions.last_seen_at',
      'sessions.began_with',
      'users.name',
      'users.role',
      'users.account_id',
      'users.disabled_at',
      'accounts.plan',
      'accounts.per_minute',
      'accounts.per_day',
      'accounts.suspended_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('accounts as every')
        .select(({ fn }) => fn.min('every.id').as('id'))
        .as('oldest'),
    )
    .select(({ selectFrom }) =>
      selectFrom('passkeys')
        .select(({ fn }) => fn.min('passkeys.id').as('id'))
        .whereRef('passkeys.user_id', '=', 'sessions.user_id')
        .as('passkey'),
    )
    .where('access_tokens.hash', '=', hash),
)

export const insertToken = async (
  query: Query,
  token: { hash: string; sessionId: bigint; expiresAtMs: number },
): Promise<void> => {
  await query
    .insertInto('access_tokens')
    .values({
      hash: token.hash,
      session_id: token.sessionId,
      expires_at: instant(token.expiresAtMs),
    })
    .execute()
}

const toNumber = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value))
