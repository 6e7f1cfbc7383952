import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { turns } from '../../platform/turns.ts'
import {
  hasSubscribers,
  insertDeliveries,
  listSubscribers,
  readProgress,
  setProgress,
} from './dispatch.repository.ts'

type Deps = { database: Database; clock: Clock; stopping: AbortSignal }

export type Dispatcher = ReturnType<typeof dispatcher>

/** The most rows of one transaction, because other writes wait for it. */
const MAX_ROWS = 100

/** Events of which only some webhooks have their deliveries yet: those up to this one. */
type Begun = { after: bigint; through: bigint; dealtTo: bigint }

/**
 * Dispatches the feed, which is the outbox: each event once, in order, to every webhook that receives it. What many
 * receive is dealt out in several transactions, and the feed counts as dispatched with the last of them. Whoever goes on
 * after somebody who did not come so far begins anew, and leaves the deliveries that are there as they are.
 */
export const dispatcher = ({ database, clock, stopping }: Deps) => {
  let begun: Begun | undefined

  const step = () =>
    database.write(async ({ query, lockName }): Promise<{ isDone: boolean; next?: Begun }> => {
      // One replica deals out at a time, and reads how far the others have come after it has its turn.
      await lockName('dispatch')
      const { last, through: after } = await readProgress(query)
      if (last <= after) return { isDone: true }
      const rest = begun?.after === after ? begun : undefined
      const subscribers = await listSubscribers(query, rest?.dealtTo ?? 0n, MAX_ROWS)
      const through = rest?.through ?? endOf(after, last, subscribers.length)
      const turn = turns()
      for (const subscriber of subscribers) {
        await insertDeliveries(query, subscriber, { after, through }, clock.nowMs())
        // Those who read do not wait for it.
        await turn()
      }
      const dealtTo = subscribers.at(-1)?.id
      if (dealtTo !== undefined && subscribers.length === MAX_ROWS)
        return { isDone: false, next: { after, through, dealtTo } }
      await setProgress(query, through)
      return { isDone: through >= last }
    })

  return {
    /** Whether events are of any interest at the moment. */
    isNeeded: async (): Promise<boolean> => hasSubscribers(database.read),

    /** Deals out all events that there are. `dealt` is called where more follows: what is dealt out need not wait for it. */
    async dispatch(dealt = () => {}): Promise<void> {
      const { last, through } = await readProgress(database.read)
      if (last <= through) return
      const dispatchSome = async (): Promise<boolean> => {
        const made = await step()
        begun = made.next
        if (!made.isDone) dealt()
        return !made.isDone
      }
      await repeatUntilDone(dispatchSome, stopping)
    },
  }
}

/** Which events are dealt out at once: as many as that makes no more rows, and all where there is nobody to receive them. */
const endOf = (after: bigint, last: bigint, receivers: number): bigint => {
  if (receivers === 0) return last
  const through = after + BigInt(Math.floor(MAX_ROWS / receivers))
  return through < last ? through : last
}
