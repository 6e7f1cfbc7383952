import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Where a read is run: `here`, on the serving thread, as long as it looks at some thousand rows at most, whatever is
 * stored; anything else `beside` it.
 */
export type Reads = { here: Kysely<Tables>; beside: () => Kysely<Tables> }

/** For whom something is read: long reads of one account take turns with those of the others. */
export type Client = { accountId: bigint }

export const readsFor = (
  { read, readLong }: Pick<Database, 'read' | 'readLong'>,
  { accountId }: Client,
): Reads => ({ here: read, beside: () => readLong(`account ${accountId}`) })
