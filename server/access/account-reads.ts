import type { Database } from '../platform/storage/database.ts'
import type { Reads } from '../platform/storage/reads.ts'

/** For whom something is read. */
export type Client = { accountId: bigint }

/** Long reads of one account take turns with those of the others. */
export const readsFor = (
  { read, readLong }: Pick<Database, 'read' | 'readLong'>,
  { accountId }: Client,
): Reads => ({ here: read, beside: () => readLong(`account ${accountId}`) })
