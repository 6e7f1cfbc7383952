import type { AccountChange } from '../accounts/account.ts'
import type { KeyChange } from '../api-keys/api-key.ts'
import type { PetChange } from '../pets/pet-change.ts'
import type { BanChange } from '../rate-limits/ban.ts'

/**
 * Who is notified of committed changes. Each is called once for a transaction, with its changes that concern it. The
 * writer waits for what they return.
 */
export type Notified = {
  /** The response caches of this process and the others. */
  catalogue: (changes: readonly PetChange[]) => unknown
  /** Who waits for events, in this process and the others. */
  feed: () => unknown
  /** The log of the service. */
  log: (changes: readonly (KeyChange | AccountChange)[]) => unknown
  /** What remembers keys or goes on in their name, in this process and the others. */
  keys: () => unknown
  /** Limiters, which remember bans. */
  liftedBans: (changes: readonly BanLifted[]) => unknown
  /** What waits to be sent to a disabled webhook. */
  disabledWebhooks: () => unknown
  /** The worker that sends what is due. */
  dueDeliveries: () => unknown
}

type BanLifted = Extract<BanChange, { kind: 'ban lifted' }>
