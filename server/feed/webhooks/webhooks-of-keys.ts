import type { KeyChange } from '../../accounts/api-keys/api-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { listWebhooksOfEndedKeys } from './webhook-keys.repository.ts'

type Deps = { database: Database<KeyChange, Author>; clock: Clock }

/**
 * Disables the webhooks of keys that have ended. A webhook belongs to the key that created it, and must not receive
 * what the key may not read any more. Nothing happens at the moment when a key expires, so this runs periodically.
 */
export const disableWebhooksOfEndedKeys = async ({ database, clock }: Deps): Promise<void> => {
  const keyIds = await listWebhooksOfEndedKeys(database.read, clock.nowMs())
  if (keyIds.length === 0) return
  await database.writeAs(systemAuthor('key expiry'), async (trx) => {
    for (const keyId of keyIds) trx.record({ kind: 'key ended', keyId })
  })
}
