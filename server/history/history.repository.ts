import { type Insertable, type Kysely, sql } from 'kysely'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { compilable, prepared, preparedRows } from '../platform/storage/prepared.ts'
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

/** Writes down what has happened, in its order: of animals that are there, as what is said of others would never go. */
export const recordHistory = async (
  query: Query,
  entries: readonly PendingHistory[],
): Promise<void> => {
  await insertRows(query, entries.map(rowOf))
}

/** With the account of who did it, null for somebody who has none, and its place among the others. */
type NewRow = Row & { actor_account: bigint | null; place: bigint }

const rowOf = (entry: PendingHistory, at: number): NewRow => {
  const { petId, action, fields, status, orderId, applicationId, author, timeMs } = entry
  const isPerson = author.type === 'user' || author.type === 'key'
  return {
    pet_id: petId,
    time: instant(timeMs),
    ...{ action, subject: subjectOf(action) },
    actor_type: author.type,
    actor_name: isPerson ? (author.name ?? null) : null,
    actor_account: author.accountId ?? null,
    fields: fields === undefined ? null : JSON.stringify(fields),
    status: status ?? null,
    order_id: orderId ?? null,
    application_id: applicationId ?? null,
    place: BigInt(at),
  }
}

const columns = [
  ...(['pet_id', 'time', 'order_id', 'application_id', 'actor_account', 'place'] as const),
  ...(['action', 'subject', 'actor_type', 'actor_name', 'fields', 'status'] as const),
]
const numbers = 6

/** What somebody of another account is called is not for the owner of the animal. */
const insertRows = preparedRows<NewRow, unknown>(columns, (query, rows) =>
  compilable(
    query,
    sql`insert into pet_history (pet_id, time, order_id, application_id, action, subject, actor_type,
        actor_name, fields, status)
      select pets.id, column2, column3, column4, column7, column8, column9,
        case when column5 is null or column5 = pets.account_id then column10 end, column11, column12
      from (values ${sql.join(rows.map(valuesOf))}) as told join pets on pets.id = column1
      order by column6 ${unawaited}`,
  ),
)

/** PostgreSQL does not guess of which type a value is. */
const valuesOf = (row: NewRow) =>
  sql`(${sql.join(
    columns.map(
      (name, at) => sql`cast(${row[name]} as ${sql.raw(at < numbers ? 'bigint' : 'text')})`,
    ),
  )})`

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
