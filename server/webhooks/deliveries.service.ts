import { ApiError } from '../errors/api-error.ts'
import { type Reader, readEventId } from '../events/event.ts'
import type { Clock } from '../platform/clock.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import {
  countDeliveries,
  findDelivery,
  finishAttempt,
  hasEvent,
  listDeliveries,
} from './deliveries.repository.ts'
import {
  type Delivery,
  type DeliveryChange,
  type StoredDelivery,
  showDelivery,
} from './delivery.ts'
import type { StoredWebhook } from './webhook.ts'
import { findWebhook } from './webhooks.repository.ts'

type Deps = { database: Database<DeliveryChange>; clock: Clock }

export type DeliveriesService = ReturnType<typeof deliveriesService>

/** The log of a webhook's deliveries. */
export const deliveriesService = ({ database, clock }: Deps) => {
  const get = async (trx: Trx, webhook: StoredWebhook, id: string): Promise<StoredDelivery> => {
    const webhookId = webhook.id
    const sequence = readEventId(id)
    const found =
      sequence === undefined ? undefined : await findDelivery(trx.query, { webhookId, sequence })
    if (found && (await hasEvent(trx.query, webhook, found.sequence))) return found
    const message = 'This webhook has no delivery with this id whose event is still kept.'
    throw new ApiError('webhook_not_found', { message })
  }

  return {
    /** Each with its place in the list. */
    list: (
      webhookId: bigint,
      { afterId: before, limit }: { afterId: bigint | undefined; limit: number },
    ): MaybePromise<{ id: bigint; delivery: Delivery }[]> =>
      andThen(listDeliveries(database.read, { webhookId, before, limit }), (found) =>
        found.map((delivery) => ({ id: delivery.sequence, delivery: showDelivery(delivery) })),
      ),

    count: (webhookId: bigint): MaybePromise<number> => countDeliveries(database.read, webhookId),

    /** Sends it again now, and then by the whole schedule. */
    async redeliver(
      trx: Trx<DeliveryChange>,
      { accountId }: Reader,
      { webhookId, id }: { webhookId: bigint; id: string },
    ): Promise<Delivery> {
      const webhook = await findWebhook(trx.query, accountId, webhookId)
      if (!webhook) throw new ApiError('webhook_not_found')
      const { sequence, lastStatusCode } = await get(trx, webhook, id)
      if (!webhook.enabled) {
        const message = 'The webhook is disabled: enable it first.'
        throw new ApiError('invalid_transition', { message })
      }
      const again = {
        ...({ status: 'pending', attempts: 0, lastStatusCode } as const),
        nextAttemptAtMs: clock.nowMs(),
      }
      await finishAttempt(trx.query, { webhookId, sequence }, again)
      trx.record({ kind: 'delivery due again', webhookId, sequence })
      return showDelivery({ sequence, ...again })
    },
  }
}
