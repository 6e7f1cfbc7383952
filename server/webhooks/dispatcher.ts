import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { turns } from '../platform/turns.ts'
import {
  hasSubscribers,
  insertDeliveries,
  listSubscribers,
  readProgress,
  setProgress,
} from './dispatch.repository.ts'

type Deps = { database: Database; clock: Clock }

export type Dispatcher = ReturnType<typeof dispatcher>

/** The most rows of one transaction, because other writes wait for it; an event with more receivers has one of its own. */
const MAX_ROWS = 1_000

/** Dispatches the feed, which is the outbox: each event once, in order, to every webhook that receives it. */
export const dispatcher = ({ database, clock }: Deps) => {
  /** Deals out the next events. Returns whether there are more. */
  const step = (): Promise<boolean> =>
    database.write(async ({ query, lockName }) => {
      // One replica deals out at a time, and reads how far the others have come after it has its turn.
      await lockName('dispatch')
      const { last, through: after } = await readProgress(query)
      if (last <= after) return false
      const subscribers = await listSubscribers(query)
      const count = BigInt(Math.max(1, Math.floor(MAX_ROWS / Math.max(1, subscribers.length))))
      const through = subscribers.length === 0 || last - after < count ? last : after + count
      const turn = turns()
      for (const subscriber of subscribers) {
        await insertDeliveries(query, subscriber, { after, through }, clock.nowMs())
        // Those who read do not wait for it.
        await turn()
      }
      await setProgress(query, through)
      return through < last
    })

  return {
    /** Whether events are of any interest at the moment. */
    isNeeded: async (): Promise<boolean> => hasSubscribers(database.read),

    async dispatch(): Promise<void> {
      const { last, through } = await readProgress(database.read)
      if (last <= through) return
      while (await step());
    },
  }
}
