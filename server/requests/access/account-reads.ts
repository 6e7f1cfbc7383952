import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Caller } from './caller.ts'

/**
 * For whom something is read: an account, who uses a publishable key of it, or a visitor without a key by their address.
 */
export type Client =
  | { accountId: bigint; kind?: Caller['kind']; keyId?: bigint }
  | { visitor: string }

/** Long reads of one client take turns with those of the others. */
export const readsFor = (
  { read, readLong }: Pick<Database, 'read' | 'readLong'>,
  client: Client,
): Reads => ({ here: read, beside: () => readLong(nameOf(client)) })

const nameOf = (client: Client): string => {
  if ('visitor' in client) return `visitor ${client.visitor}`
  // Anybody may use it: what they search for must not keep those who work for the account waiting.
  if (client.kind === 'publishable') return `key ${client.keyId}`
  return `account ${client.accountId}`
}
