import type { Policy, WindowName } from './policy.ts'
import type { Cost, WindowState } from './window.ts'

/**
 * Whose requests are counted together: an account, with the key that a ban would hit; an account's publishable keys, which
 * are counted apart from its others and never banned, with the address of the visitor; a member of an account, who is
 * counted with its keys and never banned; one of the staff; or an address without a key.
 */
export type Subject =
  | { accountId: bigint; keyId: bigint }
  | { accountId: bigint; keyId: bigint; visitor: string }
  | { accountId: bigint; keyId?: never }
  | { userId: bigint }
  | { address: string }

/** Whether it can be banned, and then by which key. */
export const bannableKey = (subject: Subject): { accountId: bigint; keyId: bigint } | undefined =>
  'keyId' in subject && subject.keyId !== undefined && !('visitor' in subject) ? subject : undefined

export type Decision = {
  allowed: boolean
  /** After this request, one of each name, in the order of the policy. */
  windows: WindowState[]
  /** The windows that rejected it. */
  rejectedBy: readonly WindowName[]
  /** Set while the key is banned: wall time, milliseconds since the Unix epoch, and how long from now. */
  ban?: { untilMs: number; endsInMs: number }
  /** Set where other processes change animals too: every change acknowledged before the decision is known here. */
  isCatalogueCurrent?: boolean
}

/** The port of the counters. One decision is atomic: a rejected request uses up no window. */
export type Limiter = {
  /**
   * Counts a request, or rejects it. Without a cost it counts as one. `{ total: 10, paid: 1 }` are the nine that a
   * batch of ten counts in addition to the first. An adapter that need not wait returns at once.
   */
  take(subject: Subject, policy: Policy, cost?: Cost): Decision | Promise<Decision>
  /** What `take` would find, counting nothing. */
  peek(subject: Subject, policy: Policy): Decision | Promise<Decision>
}
