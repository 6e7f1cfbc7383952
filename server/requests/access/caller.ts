import type { PlanName } from '../plans/plan.ts'
import type { Subject } from '../rate-limits/limiter.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { KeyKind } from './key-kind.ts'
import type { Right, Role } from './role.ts'
import type { Scope } from './scope.ts'

/** Who sent a request: a key, or a person who is signed in. */
export type Caller = KeyCaller | UserCaller

type Shared = {
  /** The account it acts for. Of staff: the one that animals they add belong to. */
  accountId: bigint
  plan: PlanName
  scopes: ReadonlySet<Scope>
  rights: ReadonlySet<Right>
  /** Then it may act on what belongs to any account. */
  actsForStore: boolean
  policy: Policy
  /** Who its requests are counted for; of a publishable key that depends on the visitor. */
  subject: Subject | undefined
  /** Whether it is a person who acts for the store: they belong to no account, and have limits of their own. */
  isStaff: boolean
  /** Then it may do nothing. */
  isSuspended: boolean
  expiresAtMs: number | undefined
}

export type KeyCaller = Shared & {
  kind: KeyKind
  keyId: bigint
  /** What the key is called. */
  keyName: string
  /** Set of a publishable key: which pages may use it. */
  allowedOrigins: ReadonlySet<string> | undefined
}

export type UserCaller = Shared & {
  kind: 'session'
  userId: bigint
  userName: string
  sessionId: bigint
  role: Role
  /** Then they may only add a passkey, as their role requires one. */
  needsPasskey: boolean
}

/** Whether it is a person who acts for the store, and has limits of their own. */
export const isStaff = (caller: Caller): caller is UserCaller =>
  caller.kind === 'session' && caller.isStaff
