import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { findNewestUnreviewed, findOldestAccountId, isUnreviewed } from './accounts.repository.ts'

type Query = Trx['query']
type Acting = Pick<Actor, 'accountId' | 'actsForStore'>

/** Whom the store trusts with what others see: accounts that somebody made for themselves only once staff accept them. */
export const accountReview = {
  /** Whether an account was made by sign-up and the staff have not accepted it yet. */
  isUnreviewed: (query: Query, id: bigint): MaybePromise<boolean> => isUnreviewed(query, id),

  /** When the newest account that waits to be accepted was made. */
  newestUnreviewedMs: (query: Query): MaybePromise<number | undefined> =>
    findNewestUnreviewed(query),

  /** Throws `account_unreviewed` for who acts for an account that is not accepted. */
  async checkReviewed(query: Query, actor: Acting): Promise<void> {
    if (actor.actsForStore || !(await isUnreviewed(query, actor.accountId))) return
    throw new ApiError('account_unreviewed')
  },

  /** Whether somebody acts for the store: its staff, or the oldest account, which it is run by. */
  actsForStore: async (query: Query, actor: Acting): Promise<boolean> =>
    actor.actsForStore || actor.accountId === (await findOldestAccountId(query)),
}

export type AccountReview = typeof accountReview
