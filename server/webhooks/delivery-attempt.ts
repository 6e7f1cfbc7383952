import { type Author, systemAuthor } from '../author/author.ts'
import { eventJson, writeEventId } from '../events/event.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { releaseLeases } from './claims.repository.ts'
import { findDelivery, findPayload, finishAttempt } from './deliveries.repository.ts'
import { type DeliveryKey, DISABLE_AFTER_MS, nextAttemptMs } from './delivery.ts'
import { isSuccess, type Outcome, type Sender } from './sender.ts'
import { signedHeaders } from './signature.ts'
import type { StoredWebhook, WebhookChange } from './webhook.ts'
import { markFailing, markWorking, updateWebhook } from './webhooks.repository.ts'

type Deps = {
  database: Database<WebhookChange, Author>
  clock: Clock
  random: (size: number) => Uint8Array
  send: Sender
}

export type DeliveryAttempt = ReturnType<typeof deliveryAttempt>

/** One attempt to deliver: what is sent, and what comes of it. */
export const deliveryAttempt = ({ database, clock, random, send }: Deps) => {
  const settle = async (
    trx: Trx<WebhookChange>,
    webhook: StoredWebhook,
    key: DeliveryKey,
    outcome: Outcome,
  ): Promise<void> => {
    await trx.lock('webhooks', key.webhookId)
    const delivery = await findDelivery(trx.query, key)
    // Deleted with its webhook, or failed because that was disabled: a success is recorded all the same.
    if (!delivery) return
    const attempts = delivery.attempts + 1
    const lastStatusCode = outcome.statusCode
    if (isSuccess(outcome)) {
      const result = { status: 'succeeded', attempts, lastStatusCode } as const
      await finishAttempt(trx.query, key, { ...result, nextAttemptAtMs: undefined })
      await markWorking(trx.query, webhook.id)
      return
    }
    if (delivery.status !== 'pending') return
    const nextAttemptAtMs = nextAttemptMs(attempts, clock.nowMs(), chance(random))
    const status = nextAttemptAtMs === undefined ? 'failed' : 'pending'
    await finishAttempt(trx.query, key, { status, attempts, nextAttemptAtMs, lastStatusCode })
    await noteFailure(trx, webhook)
  }

  const noteFailure = async (trx: Trx<WebhookChange>, webhook: StoredWebhook): Promise<void> => {
    const nowMs = clock.nowMs()
    const failingSinceMs = await markFailing(trx.query, webhook.id, nowMs)
    if (failingSinceMs === undefined || nowMs - failingSinceMs < DISABLE_AFTER_MS) return
    const disabled = await updateWebhook(trx.query, webhook.id, { enabled: false })
    trx.record({ kind: 'webhook disabled', webhook: disabled })
  }

  /** There is nothing to send any more, and never will be. */
  const giveUp = (key: DeliveryKey): Promise<void> =>
    database.write(async ({ query, lock }) => {
      await lock('webhooks', key.webhookId)
      const delivery = await findDelivery(query, key)
      if (delivery?.status !== 'pending') return
      await finishAttempt(query, key, { ...delivery, status: 'failed', nextAttemptAtMs: undefined })
    })

  /** Sends a claimed delivery and writes down what came of it. `signal` breaks it off; then it is due again. */
  return async (key: DeliveryKey, signal: AbortSignal): Promise<void> => {
    // Read now, and at each attempt: what has been erased since is not sent.
    const payload = await findPayload(database.read, key, clock.nowMs())
    // If it is only for now that nothing is sent, it is due again when its lease ends.
    if (!payload) return
    const { webhook, event } = payload
    if (!event) return giveUp(key)
    const body = eventJson(event)
    const headers = signedHeaders({ id: writeEventId(key.sequence), body }, webhook, clock.nowMs())
    const outcome = await send({ url: webhook.url, headers, body, signal })
    await database.writeAs(systemAuthor('webhook delivery'), async (trx) => {
      const isBrokenOff = signal.aborted && outcome.statusCode === undefined
      if (isBrokenOff) await releaseLeases(trx.query, clock.nowMs(), key)
      else await settle(trx, webhook, key, outcome)
    })
  }
}

/** A number from 0 up to 1. */
const chance = (random: Deps['random']): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32
