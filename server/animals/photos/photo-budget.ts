import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type PlanName, planPhotoBytes } from '../../requests/plans/plan.ts'
import { photoError } from './photo.errors.ts'
import { addRenderedBytes, findRenderedBytes, removeRenderedBytes } from './photo-budget.repository.ts'

const GIGABYTE = 1_000_000_000

type Deps = { database: Database; clock: Pick<Clock, 'nowMs'> }

/** The account that photos are rendered for. */
export type PhotoOwner = { accountId: bigint; plan: PlanName }

export type PhotoBudget = ReturnType<typeof photoBudget>

/**
 * Limits the bytes of photos that an account may have rendered in a day, by its plan. The day begins
 * with the account's first photo. The size of a photo is known only after it is rendered, so the
 * last one may exceed the limit.
 */
export const photoBudget = ({ database, clock }: Deps) => ({
  /** Throws `photo_quota_exceeded`. */
  async check({ accountId, plan }: PhotoOwner): Promise<void> {
    const nowMs = clock.nowMs()
    const used = await findRenderedBytes(database.read, { accountId, sinceMs: nowMs - DAY_MS })
    if (used && used.bytes >= planPhotoBytes[plan]) {
      throw exceeded(plan, used.openedAtMs + DAY_MS - nowMs)
    }
  },

  async charge(query: Trx['query'], { accountId }: PhotoOwner, bytes: number): Promise<void> {
    const nowMs = clock.nowMs()
    await addRenderedBytes(query, { accountId, bytes, nowMs, sinceMs: nowMs - DAY_MS })
  },

  async removeOld(): Promise<void> {
    const nowMs = clock.nowMs()
    await database.write(({ query }) => removeRenderedBytes(query, { nowMs, sinceMs: nowMs - DAY_MS }))
  },
})

const exceeded = (plan: PlanName, waitMs: number) => {
  const gigabytes = (planPhotoBytes[plan] / GIGABYTE).toLocaleString('en')
  return photoError('photo_quota_exceeded', {
    message: `The plan of this account allows ${gigabytes} GB of photos in 24 hours. Retry after \`Retry-After\` seconds.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  })
}
