import type { Trx } from '../../platform/storage/database.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import { accountError } from './account.errors.ts'
import { findNewestUnreviewed, findOldestAccountId, isUnreviewed } from './accounts.repository.ts'

type Query = Trx['query']
type Acting = Pick<Actor, 'accountId' | 'actsForStore'>

/** Accounts made by sign-up can show others nothing until staff accept them. */
export const accountReview = {
  /** Whether an account was made by sign-up and has not been accepted yet. */
  isUnreviewed: (query: Query, id: bigint): Promise<boolean> => isUnreviewed(query, id),

  /** When the newest account that awaits review was created. */
  newestUnreviewedMs: (query: Query): Promise<number | undefined> => findNewestUnreviewed(query),

  /** Throws `account_unreviewed` if the caller's account has not been accepted. */
  async checkReviewed(query: Query, actor: Acting): Promise<void> {
    if (actor.actsForStore || !(await isUnreviewed(query, actor.accountId))) return
    throw accountError('account_unreviewed')
  },

  /**
   * Whether the caller acts for the store: as staff, or for the oldest account, which runs the
   * store.
   */
  actsForStore: async (query: Query, actor: Acting): Promise<boolean> =>
    actor.actsForStore || actor.accountId === (await findOldestAccountId(query)),
}

export type AccountReview = typeof accountReview
