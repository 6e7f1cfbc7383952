import type { PlanName } from '../plans/plan.ts'
import type { Subject } from '../rate-limits/limiter.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { KeyKind } from './key-kind.ts'
import type { Right, Role } from './role.ts'
import type { Scope } from './scope.ts'

/** The sender of a request: an API key or a signed-in user. */
export type Caller = KeyCaller | UserCaller

type Shared = {
  /** The account that it acts for. What staff add belongs to this account. */
  accountId: bigint
  plan: PlanName
  scopes: ReadonlySet<Scope>
  rights: ReadonlySet<Right>
  /** Whether it may act on what belongs to any account. */
  actsForStore: boolean
  policy: Policy
  /** The subject whose limits apply to its requests; for a publishable key it depends on the visitor. */
  subject: Subject | undefined
  /** Whether it is a user who acts for the store: they belong to no account, and have their own limits. */
  isStaff: boolean
  /** A suspended caller may do nothing. */
  isSuspended: boolean
  expiresAtMs: number | undefined
}

export type KeyCaller = Shared & {
  kind: KeyKind
  keyId: bigint
  /** The name of the key. */
  keyName: string
  /** For a publishable key: the origins of the pages that may use it. */
  allowedOrigins: ReadonlySet<string> | undefined
}

export type UserCaller = Shared & {
  kind: 'session'
  userId: bigint
  userName: string
  sessionId: bigint
  role: Role
  /** Users who still need a passkey, because their role requires one, may only add it. */
  needsPasskey: boolean
}

/** Whether it is a user who acts for the store, and has their own limits. */
export const isStaff = (caller: Caller): caller is UserCaller => caller.kind === 'session' && caller.isStaff
