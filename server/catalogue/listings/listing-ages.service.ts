import { todayOf } from '../../animals/profiles/age.ts'
import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { dueListings } from './listing-ages.repository.ts'
import { refreshListings } from './listing-step.repository.ts'

type Deps = { database: Pick<Database, 'read' | 'write'>; clock: Clock }

/** Listings per transaction, because other writes wait for it. */
const AT_ONCE = 20

/** Updates listings whose animals have reached another age band. */
export const listingAges = ({ database, clock }: Deps) => ({
  renew(stopping: AbortSignal): Promise<void> {
    const step = async (): Promise<boolean> => {
      const due = { today: todayOf(clock.nowMs()), limit: AT_ONCE }
      const petIds = await dueListings(database.read, due)
      if (petIds.length === 0) return false
      await database.write(async (trx) => {
        for (const id of petIds.toSorted((one, other) => (one < other ? -1 : 1))) {
          await trx.lock('pets', id)
        }
        await refreshListings(trx.query, petIds, clock.nowMs())
      })
      return true
    }
    return repeatUntilDone(step, stopping)
  },
})
