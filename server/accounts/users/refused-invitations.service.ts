import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { instant } from '../../platform/time.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { foldEmail } from './user.ts'
import type { UsersRepository } from './users.repository.ts'

type Deps = { users: Pick<UsersRepository, 'findByEmail'>; clock: Pick<Clock, 'nowMs'> }

const DAY_MS = 86_400_000
/** More than somebody needs who mistypes, and too few to go through a list of people. */
const PER_DAY = 5

export type RefusedInvitations = ReturnType<typeof refusedInvitations>

/**
 * Somebody who signed up by themselves could learn by invitations who has a user anywhere in the store. That an address is in
 * use cannot be hidden, as whoever invites is given the link; so it is said only a few times a day.
 */
export const refusedInvitations = ({ users, clock }: Deps) => ({
  /**
   * Whether an account cannot invite an address, as a user elsewhere has it; it is counted, so the transaction is to be
   * committed. Throws `too_many_attempts`, for every address, once it was too often.
   */
  async isRefused(trx: Trx, accountId: bigint, email: string): Promise<boolean> {
    // Many at one time learn no more than one after the other.
    await trx.lockName(`invitations of ${accountId}`)
    const nowMs = clock.nowMs()
    const row = await trx.query
      .selectFrom('refused_invitations')
      .select(['total', 'since'])
      .where('account_id', '=', accountId)
      .where('since', '>', instant(nowMs - DAY_MS))
      .executeTakeFirst()
    if (row && row.total >= PER_DAY) throw tooMany(Number(row.since) + DAY_MS - nowMs)
    const user = await users.findByEmail(trx.query, foldEmail(email))
    if (!user || user.accountId === accountId) return false
    const counted = row
      ? { total: row.total + 1n, since: row.since }
      : { total: 1n, since: instant(nowMs) }
    await trx.query
      .insertInto('refused_invitations')
      .values({ account_id: accountId, ...counted })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(counted))
      .execute()
    return true
  },
})

const tooMany = (waitMs: number): ApiError =>
  new ApiError('too_many_attempts', {
    message: `You have invited ${PER_DAY} addresses of other users within a day. Retry after \`Retry-After\` seconds.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  })
