import type { EventsService } from '../events/events.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { showWebhook } from './webhook.ts'
import {
  disableWebhooksOf,
  handOverWebhooks,
  listWebhooksOfEndedKeys,
} from './webhook-keys.repository.ts'

type Deps = { database: Database; clock: Clock; events: Pick<EventsService, 'record'> }

export type WebhooksOfKeys = ReturnType<typeof webhooksOfKeys>

/** A webhook goes by the key it was made with: what a key may not read any more is not sent for it either. */
export const webhooksOfKeys = ({ database, clock, events }: Deps) => {
  const disable = async (trx: Trx, keyId: bigint): Promise<void> => {
    for (const webhook of await disableWebhooksOf(trx.query, keyId)) {
      await events.record(trx, {
        type: 'webhook.disabled',
        data: showWebhook(webhook),
        accountId: webhook.accountId,
      })
    }
  }

  return {
    disable,

    handOver: (trx: Trx, keys: { from: bigint; to: bigint }): Promise<void> =>
      handOverWebhooks(trx.query, keys),

    /** Nobody is there at the moment a key expires: this is run from time to time. Returns whether there were any. */
    async disableOfEnded(): Promise<boolean> {
      const keyIds = await listWebhooksOfEndedKeys(database.read, clock.nowMs())
      if (keyIds.length === 0) return false
      await database.write(async (trx) => {
        for (const keyId of keyIds) await disable(trx, keyId)
      })
      return true
    },
  }
}
