import { type Static, Type } from 'typebox'
import { writeEventId } from '../events/event.ts'
import { showTime } from '../platform/time.ts'

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const

/** An event on its way to a webhook. */
export const Delivery = Type.Object(
  {
    id: Type.String({
      description: 'The `webhook-id` of every attempt: the same as `eventId`.',
      examples: ['evt_0000000000000000042'],
    }),
    eventId: Type.String({
      description: 'The event, as in `GET /v1/events`.',
      examples: ['evt_0000000000000000042'],
    }),
    status: Type.Unsafe<(typeof deliveryStatuses)[number]>(
      Type.Enum([...deliveryStatuses], {
        description: 'Pending until it succeeds or fails permanently.',
      }),
    ),
    attempts: Type.Integer({ description: 'Number of attempts.', examples: [1] }),
    nextAttemptAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the next attempt is due, while pending.',
      }),
    ),
    lastStatusCode: Type.Optional(
      Type.Integer({ description: 'Status code of the last response, if there was one.' }),
    ),
  },
  { $id: 'Delivery', description: 'The delivery of an event to a webhook.' },
)
export type Delivery = Static<typeof Delivery>

/** Names a delivery. */
export type DeliveryKey = { webhookId: bigint; sequence: bigint }

/** A delivery as it is stored. */
export type StoredDelivery = {
  /** The place of its event in the feed. */
  sequence: bigint
  status: Delivery['status']
  attempts: number
  nextAttemptAtMs: number | undefined
  lastStatusCode: number | undefined
}

export const showDelivery = (delivery: StoredDelivery): Delivery => {
  const { sequence, status, attempts, nextAttemptAtMs, lastStatusCode } = delivery
  const id = writeEventId(sequence)
  return {
    id,
    eventId: id,
    status,
    attempts,
    ...(nextAttemptAtMs !== undefined && {
      nextAttemptAt: showTime(nextAttemptAtMs),
    }),
    ...(lastStatusCode !== undefined && { lastStatusCode }),
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long after each failed attempt the next one comes. */
export const retryDelaysMs = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]

/** The most by which a delay is lengthened, so that what failed together is not tried again together. */
const JITTER = 0.1

/** When to try again after so many failed attempts; undefined when it was the last. `chance` is from 0 up to 1. */
export const nextAttemptMs = (
  attempts: number,
  nowMs: number,
  chance: number,
): number | undefined => {
  const delayMs = retryDelaysMs[attempts - 1]
  return delayMs === undefined ? undefined : nowMs + Math.round(delayMs * (1 + JITTER * chance))
}

/** A webhook that has failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS

export type DeliveryChange = { kind: 'delivery due again'; webhookId: bigint; sequence: bigint }
