import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { type CallsOfKey, firstHours } from './deprecation.ts'

/** The SQL of calls of deprecated operations. */
type Query = Kysely<Tables>

/** The calls of a key in one hour. */
export type CallsInHour = {
  operationId: string
  accountId: bigint
  keyId: bigint
  hour: number
  calls: number
  lastCalledAtMs: number
}

/** Adds to the stored calls. No two rows may be of the same operation, key and hour. */
export const addCalls = async (query: Query, rows: readonly CallsInHour[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await query
      .insertInto('deprecated_calls')
      .values(
        rows.slice(at, at + ROWS_AT_ONCE).map((row) => ({
          operation_id: row.operationId,
          account_id: row.accountId,
          key_id: row.keyId,
          hour: BigInt(row.hour),
          calls: BigInt(row.calls),
          last_called_at: instant(row.lastCalledAtMs),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['operation_id', 'account_id', 'hour', 'key_id']).doUpdateSet({
          calls: sql`deprecated_calls.calls + excluded.calls`,
          last_called_at: sql`case when excluded.last_called_at > deprecated_calls.last_called_at
            then excluded.last_called_at else deprecated_calls.last_called_at end`,
        }),
      )
      .execute()
  }
}

/** A statement accepts only so many values. */
const ROWS_AT_ONCE = 100

type OfAccount = { accountId: bigint; operationIds: readonly string[] }

/** The calls of an account in the last 30 days by operation and key, those with the most calls first. */
export const listCalls = async (
  query: Query,
  { accountId, operationIds }: OfAccount,
  nowMs: number,
): Promise<CallsOfKey[]> => {
  const { ofDay, ofMonth } = firstHours(nowMs)
  const rows = await query
    .selectFrom('deprecated_calls')
    .select([
      'operation_id',
      'key_id',
      sql<bigint>`cast(sum(calls) as bigint)`.as('of_month'),
      sql<bigint>`cast(sum(case when hour >= ${ofDay} then calls else 0 end) as bigint)`.as('of_day'),
      sql<bigint>`max(last_called_at)`.as('last_called_at'),
    ])
    .where('operation_id', 'in', operationIds)
    .where('account_id', '=', accountId)
    .where('hour', '>=', ofMonth)
    .groupBy(['operation_id', 'key_id'])
    .orderBy('of_month', 'desc')
    .orderBy('key_id')
    .execute()
  return rows.map((row) => ({
    operationId: row.operation_id,
    keyId: row.key_id,
    last24Hours: Number(row.of_day),
    last30Days: Number(row.of_month),
    lastCalledAtMs: Number(row.last_called_at),
  }))
}

/** Removes some calls of hours before this one. Returns how many rows. */
export const removeCalls = async (query: Query, beforeHour: number, limit: number): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('deprecated_calls')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('operation_id', 'account_id', 'hour', 'key_id'),
        'in',
        selectFrom('deprecated_calls')
          .select(['operation_id', 'account_id', 'hour', 'key_id'])
          .where('hour', '<', BigInt(beforeHour))
          .orderBy('hour')
          .limit(limit)
          .$asTuple('operation_id', 'account_id', 'hour', 'key_id'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
