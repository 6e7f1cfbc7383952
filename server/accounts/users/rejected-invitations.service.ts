import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { instant } from '../../platform/time.ts'
import { userError } from './user.errors.ts'
import { foldEmail } from './user.ts'
import { findUserByEmail } from './users.repository.ts'

type Deps = { clock: Pick<Clock, 'nowMs'> }

/** More than typing errors cause, and too few to check a list of people. */
const PER_DAY = 5

export type RejectedInvitations = ReturnType<typeof rejectedInvitations>

/**
 * Limits how often an account learns by inviting that an address has a user elsewhere in the store.
 * That cannot be hidden, as the inviter gets the link.
 */
export const rejectedInvitations = ({ clock }: Deps) => ({
  /**
   * Whether an account cannot invite an address because a user elsewhere has it. It is counted, so
   * the transaction must be committed. Throws `too_many_attempts`, for every address, once that
   * happened too often.
   */
  async isRejected(trx: Trx, accountId: bigint, email: string): Promise<boolean> {
    // Concurrent invitations must reveal no more than sequential ones.
    await trx.lockName(`invitations of ${accountId}`)
    const nowMs = clock.nowMs()
    const row = await trx.query
      .selectFrom('refused_invitations')
      .select(['total', 'since'])
      .where('account_id', '=', accountId)
      .where('since', '>', instant(nowMs - DAY_MS))
      .executeTakeFirst()
    if (row && row.total >= PER_DAY) throw tooMany(Number(row.since) + DAY_MS - nowMs)
    const user = await findUserByEmail(trx.query, foldEmail(email))
    if (!user || user.accountId === accountId) return false
    const counted = row ? { total: row.total + 1n, since: row.since } : { total: 1n, since: instant(nowMs) }
    await trx.query
      .insertInto('refused_invitations')
      .values({ account_id: accountId, ...counted })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(counted))
      .execute()
    return true
  },
})

const tooMany = (waitMs: number) =>
  userError('too_many_attempts', {
    message: `You have invited ${PER_DAY} addresses of other users within a day. Retry after \`Retry-After\` seconds.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  })
