import { type Kysely, type Selectable, sql } from 'kysely'
import { INT64_MAX } from '../../platform/http/int64.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { StoredEvent } from '../events/event.ts'
import { isAbout } from '../events/event-subject.ts'
import { concerns } from '../events/event-visibility.ts'
import type { LaterEvents } from '../events/past-events.repository.ts'
import type { Delivery, DeliveryKey, StoredDelivery } from './delivery.ts'
import { isActive } from './sent-webhooks.ts'
import type { StoredWebhook } from './webhook.ts'
import { toWebhook } from './webhooks.repository.ts'

/** The SQL of deliveries. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/**
 * Finds what to send; undefined if the webhook was removed or is not active now. The event is missing if the account
 * of the webhook may not see it any more, because the order's animal went to another account.
 */
export const findPayload = async (
  query: Query,
  { webhookId, sequence }: DeliveryKey,
  nowMs: number,
): Promise<{ webhook: StoredWebhook; event: StoredEvent | undefined } | undefined> => {
  const [row] = await sentWebhook(query, { webhookId, now: instant(nowMs) })
  if (!row) return undefined
  const webhook = toWebhook(row)
  const event = await eventFor(query, webhook, sequence)
  return { webhook, event }
}

const sentWebhook = prepared((query, { webhookId, now }: { webhookId: bigint; now: bigint }) =>
  query.selectFrom('webhooks').selectAll().where('id', '=', webhookId).where(isActive(now)),
)

/**
 * Finds the event of a delivery if it is retained and its account may see it; callers who act for the store see all.
 */
export const eventFor = async (
  query: Query,
  { accountId, isAdmin }: Pick<StoredWebhook, 'accountId' | 'isAdmin'>,
  sequence: bigint,
): Promise<StoredEvent | undefined> => {
  const viewer = isAdmin ? undefined : accountId
  const [row] = await eventRow(query, { sequence, viewer })
  if (!row) return undefined
  const { time, ...event } = row
  return { ...event, timeMs: Number(time) }
}

type SeenEvent = { sequence: bigint; viewer: bigint | undefined }

const eventRow = prepared((query, { sequence, viewer }: SeenEvent) => {
  const select = query
    .selectFrom('events')
    .select(['sequence', 'type', 'time', 'data'])
    .where('sequence', '=', sequence)
  return viewer === undefined ? select : select.where(concerns(viewer))
})

type Result = Pick<StoredDelivery, 'status' | 'attempts' | 'nextAttemptAtMs'> & {
  /** The last attempt, if there was one. */
  last?: Attempt
}

/** One attempt. */
export type Attempt = Pick<
  StoredDelivery,
  'lastAttemptAtMs' | 'durationMs' | 'lastStatusCode' | 'lastError' | 'responseBody'
>

/** Records the outcome of a delivery and ends its lease. */
export const finishAttempt = async (
  query: Query,
  key: DeliveryKey,
  { status, attempts, nextAttemptAtMs, last }: Result,
): Promise<void> => {
  await outcome(query, {
    ...key,
    status,
    attempts: BigInt(attempts),
    nextAttemptAt: toInt(nextAttemptAtMs),
    ...(last && {
      lastAttemptAt: toInt(last.lastAttemptAtMs),
      durationMs: toInt(last.durationMs),
      statusCode: toInt(last.lastStatusCode),
      error: last.lastError ?? null,
      body: last.responseBody ?? null,
    }),
  })
}

type Outcome = DeliveryKey &
  Pick<Result, 'status'> & { attempts: bigint; nextAttemptAt: bigint | null } & Partial<LastColumns>

type LastColumns = Record<'lastAttemptAt' | 'durationMs' | 'statusCode', bigint | null> &
  Record<'error' | 'body', string | null>

const outcome = prepared((query, { webhookId, sequence, ...is }: Outcome) =>
  query
    .updateTable('deliveries')
    .set({
      status: is.status,
      attempts: is.attempts,
      next_attempt_at: is.nextAttemptAt,
      leased_until: null,
      // Left out if there was no attempt, so that the previous value stays.
      last_attempt_at: is.lastAttemptAt,
      duration_ms: is.durationMs,
      last_status_code: is.statusCode,
      last_error: is.error,
      response_body: is.body,
    })
    .where('webhook_id', '=', webhookId)
    .where('event_sequence', '=', sequence),
)

const toInt = (value: number | undefined): bigint | null => (value === undefined ? null : BigInt(Math.round(value)))

/** Deliveries with the types of their events. */
const withTypes = (query: Query) =>
  query
    .selectFrom('deliveries')
    .leftJoin('events', 'events.sequence', 'deliveries.event_sequence')
    .selectAll('deliveries')
    .select('events.type')

export const findDelivery = async (
  query: Query,
  { webhookId, sequence }: DeliveryKey,
): Promise<StoredDelivery | undefined> => {
  const [row] = await deliveryRow(query, { webhookId, sequence })
  return row && toDelivery(row)
}

const deliveryRow = prepared((query, { webhookId, sequence }: DeliveryKey) =>
  withTypes(query).where('webhook_id', '=', webhookId).where('event_sequence', '=', sequence),
)

type List = { webhookId: bigint; before: bigint | undefined; limit: number }

/** Newest first, like a log. */
export const listDeliveries = async (query: Query, list: List): Promise<StoredDelivery[]> =>
  (await listRows(query, list)).map(toDelivery)

const listRows = prepared((query, { webhookId, before, limit }: List) => {
  const select = withTypes(query).where('webhook_id', '=', webhookId).orderBy('event_sequence', 'desc').limit(limit)
  return before === undefined ? select : select.where('event_sequence', '<', before)
})

export const countDeliveries = async (query: Query, webhookId: bigint): Promise<number> =>
  countRows(query, { webhookId })

const countRows = boundedCount((query, { webhookId }: { webhookId: bigint }) =>
  query.selectFrom('deliveries').where('webhook_id', '=', webhookId),
)

/** Reads the current data of an order's event, and locks it against erasure until the end of the transaction. */
export const holdEvent = async (query: Query, sequence: bigint): Promise<string | undefined> => {
  const select = query.selectFrom('events').select('data').where('sequence', '=', sequence)
  const row = await (hasManyWriters(query) ? select.forShare() : select).executeTakeFirst()
  return row?.data
}

/**
 * Whether the applicant of an event's application is still known; locks it against erasure until the end of the
 * transaction.
 */
export const holdApplicant = async (query: Query, sequence: bigint): Promise<boolean> => {
  const select = query
    .selectFrom('applications')
    .select('applicant_email')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('events')
        .select(({ fn }) => fn.coalesce('subject_id', 'application_id').as('id'))
        .where('sequence', '=', sequence),
    )
  const row = await (hasManyWriters(query) ? select.forShare() : select).executeTakeFirst()
  return typeof row?.applicant_email === 'string'
}

/** Removes the responses of receivers to events about a subject: they may contain personal data. */
export const eraseResponses = async (query: Query, { subject: { type, id }, after }: LaterEvents): Promise<void> => {
  const rows = await query
    .selectFrom('events')
    .select('sequence')
    .where(isAbout(type, [id]))
    .where('sequence', '>', after)
    .execute()
  await eraseResponsesAt(
    query,
    rows.map(({ sequence }) => sequence),
  )
}

/** Removes the responses to the events at these positions. */
export const eraseResponsesAt = async (query: Query, positions: readonly bigint[]): Promise<void> => {
  if (positions.length === 0) return
  await query
    .updateTable('deliveries')
    .set({ response_body: null })
    .where('response_body', 'is not', null)
    .where('event_sequence', 'in', positions)
    .execute()
}

/** Whether a disabled webhook has pending deliveries. */
export const hasPendingOfDisabled = async (query: Query): Promise<boolean> =>
  (await query
    .selectFrom('webhooks')
    .select('webhooks.id')
    .where('webhooks.enabled', '=', 0n)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.event_sequence')
          .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
          .where('deliveries.status', '=', sql.lit('pending')),
      ),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Fails some of the pending deliveries of disabled webhooks, which would block the purge of the feed. Returns how
 * many.
 */
export const failOfDisabled = async (query: Query, limit: number): Promise<number> => {
  const rows = await query
    .updateTable('deliveries')
    .set({ status: 'failed', next_attempt_at: null, leased_until: null })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('webhook_id', 'event_sequence'),
        'in',
        selectFrom('webhooks')
          // A cross join, whose order SQLite keeps; otherwise it would scan the pending deliveries of all other
          // webhooks.
          .crossJoin('deliveries')
          .select(['deliveries.webhook_id', 'deliveries.event_sequence'])
          .where('webhooks.enabled', '=', 0n)
          .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
          .where('deliveries.status', '=', sql.lit('pending'))
          .limit(limit)
          .$asTuple('webhook_id', 'event_sequence'),
      ),
    )
    .executeTakeFirst()
  return Number(rows.numUpdatedRows)
}

/**
 * The webhooks that have deliveries, including deleted ones, and the position up to which those are no longer
 * retained.
 */
export const listOutdated = async (query: Query): Promise<{ webhookId: bigint; through: bigint }[]> => {
  const { purged_through } = await query.selectFrom('feed').select('purged_through').executeTakeFirstOrThrow()
  const found: { webhookId: bigint; through: bigint }[] = []
  // Jumps from one webhook to the next by the index, because the table may be large.
  for (let after = 0n; ; ) {
    const next = await query
      .selectFrom('deliveries')
      .leftJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
      .select(['deliveries.webhook_id', 'webhooks.id'])
      .where('deliveries.webhook_id', '>', after)
      .orderBy('deliveries.webhook_id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return found
    after = next.webhook_id
    found.push({ webhookId: after, through: next.id === null ? INT64_MAX : purged_through })
  }
}

/** Removes some deliveries up to a position in the feed. Returns how many. */
export const deleteDeliveries = async (
  query: Query,
  { webhookId, through }: { webhookId: bigint; through: bigint },
  limit: number,
): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('deliveries')
    .where('webhook_id', '=', webhookId)
    .where('event_sequence', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('event_sequence')
        .where('webhook_id', '=', webhookId)
        .where('event_sequence', '<=', through)
        .orderBy('event_sequence')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type Row = Selectable<Tables['deliveries']> & { type: string | null }

const toDelivery = (row: Row): StoredDelivery => ({
  sequence: row.event_sequence,
  // A check of the table restricts it to these values.
  status: row.status as Delivery['status'],
  attempts: Number(row.attempts),
  createdAtMs: Number(row.created_at),
  nextAttemptAtMs: toNumber(row.next_attempt_at),
  lastAttemptAtMs: toNumber(row.last_attempt_at),
  durationMs: toNumber(row.duration_ms),
  lastStatusCode: toNumber(row.last_status_code),
  lastError: row.last_error ?? undefined,
  responseBody: row.response_body ?? undefined,
  type: row.type ?? undefined,
})

const toNumber = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value))
