import type { AccountChange } from '../../accounts/accounts/account.ts'
import type { KeyChange } from '../../accounts/api-keys/api-key.ts'
import type { SessionChange, UserChange } from '../../accounts/users/user.ts'
import type { OrganizationChange } from '../../animals/organizations/organization.ts'
import type { PetChange, PetTransferChange } from '../../animals/pets/pet-change.ts'
import type { PhotoChange } from '../../animals/photos/photo.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { ListingsChange } from '../../catalogue/listings/listing.ts'
import type { BanChange } from '../../requests/rate-limits/ban.ts'

/**
 * The listeners for committed changes. Each is called once per transaction, with the changes that it accepts. The
 * writer waits for the promises.
 */
export type Notified = {
  /** The response caches of this process and the others. */
  catalogue: (changes: readonly PetChange[]) => unknown
  /** The same caches, for published data other than the animals themselves. */
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
  log: (changes: readonly (KeyChange | AccountChange | Exclude<UserChange, SessionChange>)[]) => unknown
  /** Caches of keys and sessions, and work that runs with one, in this process and the others. */
  keys: () => unknown
  /** Staging, which has copies of accounts and users. */
  staging: (changes: readonly (AccountChange | UserCopied)[]) => unknown
  /** Limiters, which cache bans. */
  liftedBans: (changes: readonly BanLifted[]) => unknown
  /** The worker that sends webhooks, and those that wait for a disabled one. */
  webhooks: () => unknown
  /** The worker that sends due deliveries. */
  dueDeliveries: () => unknown
  /** The worker that sends mail. */
  dueMails: () => unknown
  /** The worker that does due work. */
  dueWork: () => unknown
}

export type UserCopied = Extract<UserChange, { kind: 'user added' | 'user changed' | 'user removed' }>

type BanLifted = Extract<BanChange, { kind: 'ban lifted' }>
