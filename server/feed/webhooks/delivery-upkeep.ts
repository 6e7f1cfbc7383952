import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { deleteDeliveries, failOfDisabled, hasPendingOfDisabled, listOutdated } from './deliveries.repository.ts'

type Deps = { database: Database; log: Logger; stopping: AbortSignal }

/** The number of rows per transaction, because all other writes wait for it. */
const STEP = 500

/** Ends deliveries that are no longer wanted, a bounded number at a time. */
export const deliveryUpkeep = ({ database, log, stopping }: Deps) => {
  const giveUp = oneAtATime(
    'webhooks.giveUp',
    async () => {
      if (!(await hasPendingOfDisabled(database.read))) return
      const step = () => database.write(({ query }) => failOfDisabled(query, STEP))
      await repeatUntilDone(async () => (await step()) === STEP, stopping)
    },
    log,
  )

  const purge = oneAtATime(
    'webhooks.purge',
    async () => {
      for (const outdated of await listOutdated(database.read)) {
        const step = () => database.write(({ query }) => deleteDeliveries(query, outdated, STEP))
        await repeatUntilDone(async () => (await step()) === STEP, stopping)
      }
    },
    log,
  )

  return {
    /**
     * Fails the pending deliveries of disabled webhooks: they can be redelivered by hand, and do not block the purge
     * of the feed.
     */
    giveUpOfDisabled: (): void => void giveUp.run(),

    /** Removes the deliveries of deleted webhooks, and those whose event is no longer retained. */
    async purge(): Promise<void> {
      await giveUp.run()
      await purge.run()
    },

    async close(): Promise<void> {
      await Promise.all([giveUp.ended(), purge.ended()])
    },
  }
}
