import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { UsageDay } from './usage.ts'

/** Adds to the stored counts of an account's day. */
export const addUsage = async (
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

type Days = { accountId: bigint; since: string }

/** The days with any requests from `since` on, oldest first. */
export const listUsage = async (query: Kysely<Tables>, days: Days): Promise<UsageDay[]> =>
  (await dayRows(query, days)).map(({ date, requests, refused }) => ({
    date,
    requests: Number(requests),
    refused: Number(refused),
  }))

const dayRows = prepared((query, { accountId, since }: Days) =>
  query
    .selectFrom('usage_days')
    .select(['date', 'requests', 'refused'])
    .where('account_id', '=', accountId)
    .where('date', '>=', since)
    .orderBy('date'),
)
