import type { Kysely } from 'kysely'
import type { Tables } from '../platform/storage/tables.ts'
import type { UsageDay } from './usage.ts'

/** Adds to what is stored of an account's day. */
const add = async (
  query: Kysely<Tables>,
  { accountId, date, requests, refused }: UsageDay & { accountId: bigint },
): Promise<void> => {
  await query
    .insertInto('usage_days')
    .values({
      account_id: accountId,
      date,
      requests: BigInt(requests),
      refused: BigInt(refused),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'date']).doUpdateSet(({ ref, eb }) => ({
        requests: eb('usage_days.requests', '+', ref('excluded.requests')),
        refused: eb('usage_days.refused', '+', ref('excluded.refused')),
      })),
    )
    .execute()
}

/** The days from `since` on that have anything, oldest first. */
const list = async (
  query: Kysely<Tables>,
  { accountId, since }: { accountId: bigint; since: string },
): Promise<UsageDay[]> => {
  const rows = await query
    .selectFrom('usage_days')
    .select(['date', 'requests', 'refused'])
    .where('account_id', '=', accountId)
    .where('date', '>=', since)
    .orderBy('date')
    .execute()
  return rows.map(({ date, requests, refused }) => ({
    date,
    requests: Number(requests),
    refused: Number(refused),
  }))
}

/** The SQL of usage. */
export const usageRepository = { add, list }
