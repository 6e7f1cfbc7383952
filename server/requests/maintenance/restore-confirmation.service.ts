import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../author/author.ts'
import type { RestoreChange } from './maintenance.ts'
import { removeUnconfirmedRestore } from './restores.repository.ts'

type Deps = {
  database: Database<RestoreChange, Author>
  clock: Pick<Clock, 'nowMs'>
  /** Restarts the retry period of queued mail, as if it had been queued now. */
  restartMails: (query: Trx['query'], nowMs: number) => Promise<void>
  restartWebhooks: (query: Trx['query']) => Promise<void>
}

/**
 * Ends the hold of a restored store. Returns whether there was one. Servers that use the database notice it within a
 * second, and send what was queued.
 */
export const restoreConfirmation =
  ({ database, clock, restartMails, restartWebhooks }: Deps) =>
  (author: Author): Promise<boolean> =>
    database.writeAs(author, async (trx) => {
      if (!(await removeUnconfirmedRestore(trx.query))) return false
      await restartMails(trx.query, clock.nowMs())
      await restartWebhooks(trx.query)
      trx.record({ kind: 'restore confirmed' })
      return true
    })
