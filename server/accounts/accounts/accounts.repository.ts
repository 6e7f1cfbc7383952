import type { Kysely, Selectable } from 'kysely'
import { foldText } from '../../platform/search-text.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { matchesName, type NameSearch } from '../../platform/storage/name-search.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import type { AccountRecord, OwnLimits } from './account.ts'

/** Selects accounts: all or one, or those that match. */
export type AccountFilter = NameSearch & {
  only?: bigint | undefined
  plan?: PlanName | undefined
  isSuspended?: boolean | undefined
  isReviewed?: boolean | undefined
}

/** Optionally a page of them. */
type AccountList = AccountFilter & {
  afterId?: bigint | undefined
  limit?: number | undefined
}

export const insertAccount = async (
  query: Kysely<Tables>,
  { name, plan, own, reviewedAtMs, createdAtMs }: Omit<AccountRecord, 'id' | 'suspendedAtMs'>,
): Promise<AccountRecord> => {
  const row = await query
    .insertInto('accounts')
    .values({
      name,
      search: foldText(name),
      plan,
      ...limitColumns(own),
      created_at: BigInt(createdAtMs),
      reviewed_at: reviewedAtMs === undefined ? null : instant(reviewedAtMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

export const findAccount = async (query: Kysely<Tables>, id: bigint): Promise<AccountRecord | undefined> => {
  const [row] = await findRow(query, { id })
  return row && toAccount(row)
}

const findRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('accounts').selectAll().where('id', '=', id),
)

/** Whether an account was made by sign-up and has not been accepted yet. */
export const isUnreviewed = async (query: Kysely<Tables>, id: bigint): Promise<boolean> => {
  const [row] = await unreviewedRow(query, { id })
  return row !== undefined
}

const unreviewedRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('accounts').select('id').where('id', '=', id).where('reviewed_at', 'is', null),
)

/** When the newest account that awaits review was created. */
export const findNewestUnreviewed = async (query: Kysely<Tables>): Promise<number | undefined> => {
  const [row] = await newestUnreviewed(query, {})
  return row && Number(row.created_at)
}

const newestUnreviewed = prepared((query) =>
  query.selectFrom('accounts').select('created_at').where('reviewed_at', 'is', null).orderBy('id', 'desc').limit(1),
)

/** The oldest account, which runs the store. */
export const findOldestAccountId = async (query: Kysely<Tables>): Promise<bigint | undefined> => {
  const [row] = await oldestRow(query, {})
  return row?.id
}

const oldestRow = prepared((query) => query.selectFrom('accounts').select('id').orderBy('id').limit(1))

/** Returns those ids that exist. */
export const findAccountIds = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> => {
  if (ids.length === 0) return new Set()
  const rows = await idRows(query, { ids })
  return new Set(rows.map(({ id }) => id))
}

const idRows = prepared((query, { ids }: { ids: readonly bigint[] }) =>
  query.selectFrom('accounts').select('id').where('id', 'in', ids),
)

export const listAccounts = async (query: Kysely<Tables>, page: AccountList): Promise<AccountRecord[]> =>
  (await listRows(query, page)).map(toAccount)

const listRows = prepared((query, { afterId, limit, ...filter }: AccountList) => {
  let select = filtered(query, filter).selectAll().orderBy('id')
  if (afterId !== undefined) select = select.where('id', '>', afterId)
  return limit === undefined ? select : select.limit(limit)
})

export const countAccounts = async (query: Kysely<Tables>, filter: AccountFilter): Promise<number> =>
  countRows(query, filter)

const countRows = boundedCount((query, filter: AccountFilter) => filtered(query, filter))

const filtered = (query: Kysely<Tables>, { only, plan, isSuspended, isReviewed, ...search }: AccountFilter) => {
  let select = query.selectFrom('accounts')
  if (only !== undefined) select = select.where('id', '=', only)
  if (plan !== undefined) select = select.where('plan', '=', plan)
  if (isSuspended !== undefined) select = select.where('suspended_at', isSuspended ? 'is not' : 'is', null)
  if (isReviewed !== undefined) select = select.where('reviewed_at', isReviewed ? 'is not' : 'is', null)
  if (search.parts !== undefined) select = select.where(matchesName(query, 'accounts', search))
  return select
}

export const updateAccount = async (
  query: Kysely<Tables>,
  { id, name, plan, own, suspendedAtMs, reviewedAtMs }: AccountRecord,
): Promise<void> => {
  await query
    .updateTable('accounts')
    .set({
      name,
      search: foldText(name),
      plan,
      ...limitColumns(own),
      suspended_at: suspendedAtMs === undefined ? null : BigInt(Math.floor(suspendedAtMs)),
      reviewed_at: reviewedAtMs === undefined ? null : instant(reviewedAtMs),
    })
    .where('id', '=', id)
    .execute()
}

const limitColumns = ({ perMinute, perDay }: OwnLimits) => ({
  per_minute: perMinute === undefined ? null : BigInt(perMinute),
  per_day: perDay === undefined ? null : BigInt(perDay),
})

type Row = Selectable<Tables['accounts']>

const toAccount = (row: Row): AccountRecord => ({
  id: row.id,
  name: row.name,
  // Only ever written from a PlanName.
  plan: row.plan as PlanName,
  own: {
    ...(row.per_minute !== null && { perMinute: Number(row.per_minute) }),
    ...(row.per_day !== null && { perDay: Number(row.per_day) }),
  },
  suspendedAtMs: row.suspended_at === null ? undefined : Number(row.suspended_at),
  reviewedAtMs: row.reviewed_at === null ? undefined : Number(row.reviewed_at || row.created_at),
  createdAtMs: Number(row.created_at),
})
