import type { AccountChange } from '../accounts/account.ts'
import type { KeyChange } from '../api-keys/api-key.ts'
import type { ListingsChange } from '../listings/listing.ts'
import type { OrganizationChange } from '../organizations/organization.ts'
import type { PetChange, PetTransferChange } from '../pets/pet-change.ts'
import type { PhotoChange } from '../photos/photo.ts'
import type { ProfileChange } from '../profiles/profile.ts'
import type { BanChange } from '../rate-limits/ban.ts'
import type { SessionChange, UserChange } from '../users/user.ts'

/**
 * Who is notified of committed changes. Each is called once per transaction, with the changes it accepts. The writer
 * waits for what they return.
 */
export type Notified = {
  /** The response caches of this process and the others. */
  catalogue: (changes: readonly PetChange[]) => unknown
  /** The same caches, of what is published beyond the animals themselves. */
  listings: (
    changes: readonly (
      | PetTransferChange
      | ListingsChange
      | ProfileChange
      | PhotoChange
      | OrganizationChange
      | AccountChange
    )[],
  ) => unknown
  /** Readers that wait for events, in this process and the others. */
  feed: () => unknown
  /** The log of the service. */
  log: (
    changes: readonly (KeyChange | AccountChange | Exclude<UserChange, SessionChange>)[],
  ) => unknown
  /** Caches of keys and sessions, and work that runs with one, in this process and the others. */
  keys: () => unknown
  /** Limiters, which remember bans. */
  liftedBans: (changes: readonly BanLifted[]) => unknown
  /** What waits to be sent to a disabled webhook. */
  disabledWebhooks: () => unknown
  /** The worker that sends what is due. */
  dueDeliveries: () => unknown
  /** The worker that sends mail. */
  dueMails: () => unknown
  /** What declines the other applications for an animal after an approval. */
  closings: () => unknown
}

type BanLifted = Extract<BanChange, { kind: 'ban lifted' }>
