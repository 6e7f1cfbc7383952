import type { Database } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import { findNextListing, listAddresses } from './listing-addresses.repository.ts'

type Deps = { database: Pick<Database, 'read' | 'readLong'> }

export type ListingAddresses = ReturnType<typeof listingAddresses>

type ListingAddress = { id: bigint; name: string; updated_at: bigint }

/** Rows per read. Other clients get their turn in between. */
const AT_ONCE = 500

/** The ids and names of all listings, for sitemaps. */
export const listingAddresses = ({ database }: Deps) => ({
  /** Finds the first listing from an id on. */
  next: async (client: Client, fromId: bigint): Promise<bigint | undefined> =>
    findNextListing(readsFor(database, client).beside(), fromId),

  /** Lists available and pending listings, from an id up to but not including another, in batches. */
  async *list(
    client: Client,
    { fromId, belowId }: { fromId: bigint; belowId: bigint },
  ): AsyncGenerator<ListingAddress[]> {
    let from = fromId
    for (;;) {
      const query = readsFor(database, client).beside()
      const rows = await listAddresses(query, { fromId: from, belowId, limit: AT_ONCE })
      yield rows.filter(({ status }) => status === 'available' || status === 'pending')
      const last = rows.at(-1)
      if (!last || rows.length < AT_ONCE) return
      from = last.id + 1n
    }
  },
})
