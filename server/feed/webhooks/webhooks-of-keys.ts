import type { KeyChange } from '../../accounts/api-keys/api-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { listWebhooksOfEndedKeys } from './webhook-keys.repository.ts'

type Deps = { database: Database<KeyChange, Author>; clock: Clock }

/**
 * A webhook goes by the key it was made with: what a key may not read any more is not sent for it either. Nobody is
 * there at the moment a key expires, so this is run from time to time.
 */
export const disableWebhooksOfEndedKeys = async ({ database, clock }: Deps): Promise<void> => {
  const keyIds = await listWebhooksOfEndedKeys(database.read, clock.nowMs())
  if (keyIds.length === 0) return
  await database.writeAs(systemAuthor('key expiry'), async (trx) => {
    for (const keyId of keyIds) trx.record({ kind: 'key ended', keyId })
  })
}
