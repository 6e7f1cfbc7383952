import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { type Reader, readEventId, type StoredEvent } from '../events/event.ts'
import type { KnownEventTypes } from '../events/event-kinds.ts'
import { countDeliveries, eventFor, findDelivery, finishAttempt, listDeliveries } from './deliveries.repository.ts'
import { type Delivery, type DeliveryChange, type StoredDelivery, showDelivery } from './delivery.ts'
import { webhookError } from './webhook.errors.ts'
import type { StoredWebhook } from './webhook.ts'
import { findWebhook } from './webhooks.repository.ts'

type Deps = { database: Database<DeliveryChange>; eventTypes: Pick<KnownEventTypes, 'readable'>; clock: Clock }

export type DeliveriesService = ReturnType<typeof deliveriesService>

/** The log of a webhook's deliveries. */
export const deliveriesService = ({ database, eventTypes, clock }: Deps) => {
  const get = async (trx: Trx, webhook: StoredWebhook, id: string): Promise<StoredDelivery> => {
    const webhookId = webhook.id
    const sequence = readEventId(id)
    const found = sequence === undefined ? undefined : await findDelivery(trx.query, { webhookId, sequence })
    if (found && (await eventFor(trx.query, webhook, found.sequence))) return found
    throw noDelivery()
  }

  const webhookOf = (query: Trx['query'], { accountId }: Reader, id: bigint) =>
    findWebhook(query, { accountId, id, nowMs: clock.nowMs() })

  return {
    /** Each with its position in the list. */
    list: async (
      webhookId: bigint,
      { afterId: before, limit }: { afterId: bigint | undefined; limit: number },
    ): Promise<{ id: bigint; delivery: Delivery }[]> =>
      (await listDeliveries(database.read, { webhookId, before, limit })).map((delivery) => ({
        id: delivery.sequence,
        delivery: showDelivery(delivery),
      })),

    count: (webhookId: bigint): Promise<number> => countDeliveries(database.read, webhookId),

    /** Finds a delivery, with its event if the reader may see that. Throws `webhook_not_found`. */
    find: async (
      reader: Reader,
      { webhookId, id }: { webhookId: bigint; id: string },
    ): Promise<{ delivery: StoredDelivery; event: StoredEvent | undefined }> => {
      const webhook = await webhookOf(database.read, reader, webhookId)
      if (!webhook) throw webhookError('webhook_not_found')
      const sequence = readEventId(id)
      if (sequence === undefined) throw noDelivery()
      const delivery = await findDelivery(database.read, { webhookId, sequence })
      if (!delivery) throw noDelivery()
      const sees = { ...webhook, isAdmin: webhook.isAdmin && reader.actsForStore }
      const event = await eventFor(database.read, sees, sequence)
      return {
        delivery,
        event: event && eventTypes.readable(reader, [event.type]).length > 0 ? event : undefined,
      }
    },

    /** Sends it again now, with the full retry schedule. */
    async redeliver(
      trx: Trx<DeliveryChange>,
      reader: Reader,
      { webhookId, id }: { webhookId: bigint; id: string },
    ): Promise<Delivery> {
      const webhook = await webhookOf(trx.query, reader, webhookId)
      if (!webhook) throw webhookError('webhook_not_found')
      const delivery = await get(trx, webhook, id)
      const { sequence } = delivery
      if (!webhook.enabled) {
        const message = 'The webhook is disabled: enable it first.'
        throw requestError('invalid_transition', { message })
      }
      const nextAttemptAtMs = clock.nowMs()
      const again = { status: 'pending', attempts: 0, nextAttemptAtMs } as const
      await finishAttempt(trx.query, { webhookId, sequence }, again)
      trx.record({ kind: 'delivery due again', webhookId, sequence })
      return showDelivery({ ...delivery, ...again })
    },
  }
}

const noDelivery = () =>
  webhookError('webhook_not_found', {
    message: 'This webhook has no delivery with this id whose event is still kept.',
  })
