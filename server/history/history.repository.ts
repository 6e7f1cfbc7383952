import type { Insertable, Kysely } from 'kysely'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { unawaited } from '../platform/storage/unawaited.ts'
import { instant, showTime } from '../platform/time.ts'
import {
  type HistoryAction,
  type HistoryEntry,
  type HistorySubject,
  type PendingHistory,
  subjectOf,
} from './history.ts'

type Query = Kysely<Tables>
type Row = Required<Omit<Insertable<Tables['pet_history']>, 'id'>>

/** Writes down what has happened, in its order. */
export const recordHistory = async (
  query: Query,
  entries: readonly PendingHistory[],
): Promise<void> => {
  await insertRows(query, entries.map(rowOf))
}

const rowOf = (entry: PendingHistory): Row => {
  const { petId, action, fields, status, orderId, applicationId, author, timeMs } = entry
  const isPerson = author.type === 'user' || author.type === 'key'
  return {
    pet_id: petId,
    time: instant(timeMs),
    ...{ action, subject: subjectOf(action) },
    actor_type: author.type,
    actor_name: isPerson && !entry.isByOthers ? (author.name ?? null) : null,
    fields: fields === undefined ? null : JSON.stringify(fields),
    status: status ?? null,
    order_id: orderId ?? null,
    application_id: applicationId ?? null,
  }
}

const insertRows = preparedRows<Row, unknown>(
  [
    ...(['pet_id', 'time', 'action', 'subject', 'actor_type', 'actor_name'] as const),
    ...(['fields', 'status', 'order_id', 'application_id'] as const),
  ],
  (query, rows) => query.insertInto('pet_history').values(rows).modifyEnd(unawaited),
)

export const removeHistory = (query: Query, petId: bigint): MaybePromise<unknown> =>
  deleteRows(query, { petId })

const deleteRows = prepared((query, { petId }: { petId: bigint }) =>
  query.deleteFrom('pet_history').where('pet_id', '=', petId).modifyEnd(unawaited),
)

const AT_ONCE = 250

/** Names of people and keys stay with the account that they are of. */
export const forgetNames = async (query: Query, petIds: readonly bigint[]): Promise<void> => {
  for (let at = 0; at < petIds.length; at += AT_ONCE) {
    await query
      .updateTable('pet_history')
      .set({ actor_name: null })
      .where('pet_id', 'in', petIds.slice(at, at + AT_ONCE))
      .where('actor_name', 'is not', null)
      .execute()
  }
}

export type HistoryFilter = { petId: bigint; subjects: readonly HistorySubject[] }
export type HistoryList = HistoryFilter & { beforeId?: bigint | undefined; limit: number }

/** The newest first. */
export const listHistory = (query: Query, list: HistoryList): MaybePromise<HistoryEntry[]> =>
  andThen(listRows(query, list), (rows) => rows.map(toEntry))

const filtered = (query: Query, { petId, subjects }: HistoryFilter) =>
  query
    .selectFrom('pet_history')
    .selectAll()
    .where('pet_id', '=', petId)
    .where('subject', 'in', subjects)

const listRows = prepared((query, { beforeId, limit, ...filter }: HistoryList) => {
  const select = filtered(query, filter).orderBy('id', 'desc').limit(limit)
  return beforeId === undefined ? select : select.where('id', '<', beforeId)
})

export const countHistory = boundedCount(filtered)

const toEntry = (
  row: Omit<Row, 'fields'> & { id: bigint; fields: string | null },
): HistoryEntry => ({
  id: row.id,
  time: showTime(row.time),
  ...(row.actor_type !== null && {
    actor: {
      // Written by this program.
      type: row.actor_type as 'user',
      ...(row.actor_name !== null && { name: row.actor_name }),
    },
  }),
  action: row.action as HistoryAction,
  ...(row.fields !== null && { fields: JSON.parse(row.fields) as string[] }),
  ...(row.status !== null && { status: row.status }),
  ...(row.order_id !== null && { orderId: row.order_id }),
  ...(row.application_id !== null && { applicationId: row.application_id }),
})
