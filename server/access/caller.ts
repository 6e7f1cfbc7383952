import type { PlanName } from '../plans/plan.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { KeyKind } from './key-kind.ts'
import type { Scope } from './scope.ts'

/** The caller of a request, as its key identifies it. */
export type Caller = {
  keyId: bigint
  /** What the key is called. */
  keyName: string
  accountId: bigint
  plan: PlanName
  scopes: ReadonlySet<Scope>
  kind: KeyKind
  /** Set of a publishable key: which pages may use it. */
  allowedOrigins: ReadonlySet<string> | undefined
  policy: Policy
  /** Then it may do nothing. */
  isSuspended: boolean
  expiresAtMs: number | undefined
}
