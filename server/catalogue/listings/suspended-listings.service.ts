import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import type { ListingsChange } from './listing.ts'
import { listMisplaced } from './suspended-listings.repository.ts'

type Deps = { database: Database<ListingsChange, Author> }

/** Everybody's writes wait for a transaction. */
const STEP = 100

/**
 * Takes the listings of suspended accounts out of all lists and counts, and puts them back when the suspension is over or
 * an account that signed up is accepted, some at a time: an account may have any number. Nobody is shown one meanwhile.
 */
export const suspendedListings =
  ({ database }: Deps) =>
  (stopping: AbortSignal): Promise<void> => {
    let lastId: bigint | undefined
    const step = async (): Promise<boolean> => {
      const ids = await listMisplaced(database.readLong('suspended listings'), STEP)
      const [firstId] = ids
      // What stays where it is is left to the next time.
      if (firstId === undefined || firstId === lastId) return false
      lastId = firstId
      await database.writeAs(systemAuthor('suspension'), async (trx) => {
        for (const id of ids) await trx.lock('pets', id)
        trx.record({ kind: 'listings settled', ids })
      })
      return true
    }
    return repeatUntilDone(step, stopping)
  }
