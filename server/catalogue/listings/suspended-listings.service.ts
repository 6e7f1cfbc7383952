import type { Kysely } from 'kysely'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { hasListings } from './column-rows.repository.ts'
import type { ListingsChange } from './listing.ts'
import { listMisplaced } from './suspended-listings.repository.ts'

type Deps = { database: Database<ListingsChange, Author> }

/** Listings per transaction, because all writes wait for it. */
const STEP = 100
/** Fewer listings are scanned on the main thread: another thread would take 10 MiB of memory. */
const MANY = 5_000

/**
 * Hides the listings of suspended accounts from all lists and counts, and restores them when a suspension ends or an
 * account is accepted. It works in batches, because an account may have any number of listings. None is shown
 * meanwhile.
 */
export const suspendedListings =
  ({ database }: Deps) =>
  (stopping: AbortSignal): Promise<void> => {
    const reading = async (): Promise<Kysely<Tables>> =>
      (await hasListings(database.read, MANY)) ? database.readLong('suspended listings') : database.read
    let lastId: bigint | undefined
    const step = async (): Promise<boolean> => {
      const ids = await listMisplaced(await reading(), STEP)
      const [firstId] = ids
      // The last batch changed nothing, so leave the rest to the next run.
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
