import { type Static, Type } from 'typebox'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { showTime } from '../../platform/time.ts'
import { visibleText } from '../../platform/visible-text.ts'
import { type Event, eventExample, writeEventId } from '../events/event.ts'

const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const

const time = (description: string) => Type.String({ format: 'date-time', description })

const fields = {
  id: Type.String({
    description: 'The `webhook-id` of every attempt, which equals `eventId`.',
    examples: ['evt_0000000000000000042'],
  }),
  eventId: Type.String({
    description: 'The event, as in `GET /v1/events`.',
    examples: ['evt_0000000000000000042'],
  }),
  type: Type.Optional(
    Type.String({
      description: "The type of the event; absent after the event's retention.",
      examples: ['pet.created'],
    }),
  ),
  status: Type.Unsafe<(typeof deliveryStatuses)[number]>(
    Type.Enum([...deliveryStatuses], {
      description: '`pending` until it succeeds or fails permanently.',
    }),
  ),
  attempts: Type.Integer({ description: 'Number of attempts.', examples: [1] }),
  createdAt: time('When it was created (RFC 3339, UTC).'),
  nextAttemptAt: Type.Optional(time('When the next attempt is due, while pending.')),
  lastAttemptAt: Type.Optional(time('When the last attempt began.')),
  durationMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How long the last attempt took, in milliseconds.',
      examples: [120],
    }),
  ),
  lastStatusCode: Type.Optional(Type.Integer({ description: 'Status code of the last response, if there was one.' })),
  lastError: Type.Optional(
    Type.String({
      description: 'Why there was no response to the last attempt, human-readable.',
      examples: ['connect ECONNREFUSED 203.0.113.7:443'],
    }),
  ),
}

const deliveryExample = {
  id: eventExample.id,
  eventId: eventExample.id,
  type: eventExample.type,
  status: 'succeeded',
  attempts: 1,
  createdAt: '2026-11-20T09:30:00.000Z',
  lastAttemptAt: '2026-11-20T09:30:00.000Z',
  durationMs: 120,
  lastStatusCode: 200,
}

/** An event on its way to a webhook. */
export const Delivery = Type.Object(fields, {
  $id: 'Delivery',
  description: 'The delivery of an event to a webhook.',
  examples: [deliveryExample],
})
export type Delivery = Static<typeof Delivery>

/** A delivery with its payload and response, for those who may read such events. */
export const DeliveryDetails = Type.Object(
  {
    ...fields,
    payload: Type.Optional(Type.Unsafe<Event>({ $ref: 'Event#' })),
    responseBody: Type.Optional(
      Type.String({
        description:
          'The first 2 KB of the last response as text. Control characters are shown as `\\x00`, and bytes that are ' +
          'not UTF-8 as U+FFFD.',
        examples: ['ok'],
      }),
    ),
  },
  {
    $id: 'DeliveryDetails',
    description:
      'A delivery with its payload and response. Both are absent if you may not read such an event (order events ' +
      "require `orders:read`) and after the event's retention. Data erased since the event was sent is not included.",
    examples: [{ ...deliveryExample, payload: eventExample, responseBody: 'ok' }],
  },
)

/** Names a delivery. */
export type DeliveryKey = { webhookId: bigint; sequence: bigint }

/** A delivery as it is stored. */
export type StoredDelivery = {
  /** The position of its event in the feed. */
  sequence: bigint
  status: Delivery['status']
  attempts: number
  createdAtMs: number
  nextAttemptAtMs: number | undefined
  lastAttemptAtMs: number | undefined
  durationMs: number | undefined
  lastStatusCode: number | undefined
  lastError: string | undefined
  responseBody: string | undefined
  /** The type of its event; undefined if the event was removed. */
  type: string | undefined
}

export const showDelivery = (delivery: StoredDelivery): Delivery => {
  const { type, status, attempts, nextAttemptAtMs, lastAttemptAtMs, durationMs } = delivery
  const { lastStatusCode, lastError } = delivery
  const id = writeEventId(delivery.sequence)
  return {
    id,
    eventId: id,
    ...(type !== undefined && { type }),
    status,
    attempts,
    createdAt: showTime(delivery.createdAtMs),
    ...(nextAttemptAtMs !== undefined && { nextAttemptAt: showTime(nextAttemptAtMs) }),
    ...(lastAttemptAtMs !== undefined && { lastAttemptAt: showTime(lastAttemptAtMs) }),
    ...(durationMs !== undefined && { durationMs }),
    ...(lastStatusCode !== undefined && { lastStatusCode }),
    ...(lastError !== undefined && { lastError: shownText(lastError) }),
  }
}

/** Marks that change the direction of text, with which a text can be made to look like another. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Makes a response of a receiver safe to display. */
export const shownText = (text: string): string =>
  visibleText(text).replaceAll(TURNS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** How long after each failed attempt the next one follows. */
export const retryDelaysMs = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]

/** The maximum share by which a delay is extended, so that attempts that failed together are not retried together. */
const JITTER = 0.1

/**
 * When to retry after this many failed attempts; undefined after the last one. `chance` is at least 0 and less than 1.
 */
export const nextAttemptMs = (attempts: number, nowMs: number, chance: number): number | undefined => {
  const delayMs = retryDelaysMs[attempts - 1]
  return delayMs === undefined ? undefined : nowMs + Math.round(delayMs * (1 + JITTER * chance))
}

/** A webhook that has failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS

export type DeliveryChange = { kind: 'delivery due again'; webhookId: bigint; sequence: bigint }
