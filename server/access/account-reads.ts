import type { Database } from '../platform/storage/database.ts'
import type { Reads } from '../platform/storage/reads.ts'

/** For whom something is read: an account, or a visitor without a key by their address. */
export type Client = { accountId: bigint } | { visitor: string }

/** Long reads of one client take turns with those of the others. */
export const readsFor = (
  { read, readLong }: Pick<Database, 'read' | 'readLong'>,
  client: Client,
): Reads => ({ here: read, beside: () => readLong(nameOf(client)) })

const nameOf = (client: Client): string =>
  'accountId' in client ? `account ${client.accountId}` : `visitor ${client.visitor}`
