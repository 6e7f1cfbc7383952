import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import { addressBucket } from '../rate-limits/address.ts'
import type { Caller } from './caller.ts'

/**
 * The client that a read is for: an account, a user of one of its publishable keys, or a visitor without a key,
 * identified by address.
 */
export type Client = { accountId: bigint; kind?: Caller['kind']; keyId?: bigint } | { visitor: string }

/** Identifies the client for long reads, so that clients take turns. */
export const readsFor = ({ read, readLong }: Pick<Database, 'read' | 'readLong'>, client: Client): Reads => ({
  here: read,
  beside: () => readLong(nameOf(client)),
})

/** A visitor at an IP address. Long reads of visitors take turns. */
export const visitorAt = (address: string): Client => ({ visitor: addressBucket(address) })

const nameOf = (client: Client): string => {
  if ('visitor' in client) return `visitor ${client.visitor}`
  // Anybody may use a publishable key, and their searches must not delay the account's own reads.
  if (client.kind === 'publishable') return `key ${client.keyId}`
  return `account ${client.accountId}`
}
