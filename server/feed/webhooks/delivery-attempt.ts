import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { eventJson, type StoredEvent, writeEventId } from '../events/event.ts'
import { releaseLeases } from './claims.repository.ts'
import {
  type Attempt,
  findDelivery,
  findPayload,
  finishAttempt,
  holdApplicant,
  holdEvent,
} from './deliveries.repository.ts'
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

/** `unreachable`: no connection could be made. `failed`: connected, but no 2xx response in time. */
export type AttemptResult = 'succeeded' | 'failed' | 'unreachable'

/** Makes one attempt to deliver, and records its outcome. */
export const deliveryAttempt = ({ database, clock, random, send }: Deps) => {
  const settle = async (
    trx: Trx<WebhookChange>,
    webhook: StoredWebhook,
    key: DeliveryKey,
    { outcome, last }: { outcome: Outcome; last: Attempt },
  ): Promise<void> => {
    await trx.lock('webhooks', key.webhookId)
    const delivery = await findDelivery(trx.query, key)
    // It was deleted with its webhook, or failed because that was disabled; a success is recorded all the same.
    if (!delivery) return
    const attempts = delivery.attempts + 1
    if (isSuccess(outcome)) {
      const result = { status: 'succeeded', attempts, last } as const
      await finishAttempt(trx.query, key, { ...result, nextAttemptAtMs: undefined })
      await markWorking(trx.query, webhook.id)
      return
    }
    if (delivery.status !== 'pending') return
    const nextAttemptAtMs = nextAttemptMs(attempts, clock.nowMs(), chance(random))
    const status = nextAttemptAtMs === undefined ? 'failed' : 'pending'
    await finishAttempt(trx.query, key, { status, attempts, nextAttemptAtMs, last })
    await noteFailure(trx, webhook)
  }

  const noteFailure = async (trx: Trx<WebhookChange>, webhook: StoredWebhook): Promise<void> => {
    const nowMs = clock.nowMs()
    const failingSinceMs = await markFailing(trx.query, webhook.id, nowMs)
    if (failingSinceMs === undefined || nowMs - failingSinceMs < DISABLE_AFTER_MS) return
    const change = { enabled: false, reason: 'failing' } as const
    const disabled = await updateWebhook(trx.query, webhook, change, nowMs)
    trx.record({ kind: 'webhook disabled', webhook: disabled })
  }

  /** There is nothing to send any more, and never will be. */
  const giveUp = (key: DeliveryKey): Promise<void> =>
    database.write(async ({ query, lock }) => {
      await lock('webhooks', key.webhookId)
      const delivery = await findDelivery(query, key)
      if (delivery?.status !== 'pending') return
      const { attempts } = delivery
      await finishAttempt(query, key, { status: 'failed', attempts, nextAttemptAtMs: undefined })
    })

  /**
   * Sends a claimed delivery and records the outcome. `signal` aborts it; then it is due again. Returns undefined if
   * nothing was sent, or it was aborted.
   */
  return async (key: DeliveryKey, signal: AbortSignal): Promise<AttemptResult | undefined> => {
    // Read at each attempt, so that erased data is not sent.
    const payload = await findPayload(database.read, key, clock.nowMs())
    // If sending is only suspended, it is due again when its lease ends.
    if (!payload) return undefined
    const { webhook, event } = payload
    if (!event) {
      await giveUp(key)
      return undefined
    }
    const body = eventJson(event)
    const headers = signedHeaders({ id: writeEventId(key.sequence), body }, webhook, clock.nowMs())
    const lastAttemptAtMs = clock.nowMs()
    const startedAtMs = clock.steadyMs()
    const outcome = await send({ url: webhook.url, headers, body, signal })
    const durationMs = clock.steadyMs() - startedAtMs
    const isBrokenOff = signal.aborted && outcome.statusCode === undefined
    await database.writeAs(systemAuthor('webhook delivery'), async (trx) => {
      if (isBrokenOff) return releaseLeases(trx.query, clock.nowMs(), key)
      const last = { ...attemptOf(outcome), lastAttemptAtMs, durationMs }
      if (await isErased(trx, event)) last.responseBody = undefined
      await settle(trx, webhook, key, { outcome, last })
    })
    return isBrokenOff ? undefined : resultOf(outcome)
  }
}

const resultOf = (outcome: Outcome): AttemptResult => {
  if (isSuccess(outcome)) return 'succeeded'
  return outcome.isConnected ? 'failed' : 'unreachable'
}

/** Whether personal data was erased from the event while it was sent, in which case the response may contain it. */
const isErased = async ({ query }: Trx, { type, sequence, data }: StoredEvent): Promise<boolean> => {
  if (type.startsWith('application.')) return !(await holdApplicant(query, sequence))
  return type.startsWith('order.') && (await holdEvent(query, sequence)) !== data
}

const attemptOf = ({ statusCode, fault, body }: Outcome) => ({
  lastStatusCode: statusCode,
  lastError: statusCode === undefined ? fault?.slice(0, MAX_ERROR).toWellFormed() : undefined,
  responseBody: body,
})

const MAX_ERROR = 300

/** A number from 0 up to 1. */
const chance = (random: Deps['random']): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32
