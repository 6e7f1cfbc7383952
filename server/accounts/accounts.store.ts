import type { Kysely } from 'kysely'
import type { PlanName } from '../plans/plan.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { type Account, accountLimits, type NewAccount } from './account.ts'

const insert = async (
  query: Kysely<Tables>,
  { name, plan, limits }: NewAccount,
  nowMs: number,
): Promise<Account> => {
  const { id } = await query
    .insertInto('accounts')
    .values({
      name,
      plan,
      per_minute: limits ? BigInt(limits.perMinute) : null,
      per_day: limits ? BigInt(limits.perDay) : null,
      created_at: BigInt(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, plan, createdAtMs: nowMs, ...accountLimits(plan, limits ?? {}) }
}

const find = async (query: Kysely<Tables>, id: bigint): Promise<Account | undefined> => {
  const row = await query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

const list = async (query: Kysely<Tables>): Promise<Account[]> => {
  const rows = await query.selectFrom('accounts').selectAll().orderBy('id').execute()
  return rows.map(toAccount)
}

/** The SQL of accounts. */
export const accountsStore = { insert, find, list }
export type AccountsStore = typeof accountsStore

type Row = {
  id: bigint
  name: string
  plan: string
  per_minute: bigint | null
  per_day: bigint | null
  created_at: bigint
}

const toAccount = ({ id, name, plan, per_minute, per_day, created_at }: Row): Account => ({
  id,
  name,
  // Written only from a PlanName.
  plan: plan as PlanName,
  createdAtMs: Number(created_at),
  ...accountLimits(plan as PlanName, {
    ...(per_minute !== null && { perMinute: Number(per_minute) }),
    ...(per_day !== null && { perDay: Number(per_day) }),
  }),
})
