import type { Kysely } from 'kysely'
import { accountLimits } from '../accounts/account.ts'
import type { PlanLimits, PlanName } from '../plans/plan.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { ApiKey, Scope } from './api-key.ts'

export type NewKey = {
  accountId: bigint
  name: string
  hash: string
  display: string
  scopes: readonly Scope[]
  expiresAtMs?: number | undefined
}

/** A key together with what its account allows: all that a request needs to know of its caller. */
export type KeyRecord = ApiKey & { plan: PlanName; limits: PlanLimits }

export const insertKey = async (
  query: Kysely<Tables>,
  { accountId, name, hash, display, scopes, expiresAtMs }: NewKey,
  nowMs: number,
): Promise<ApiKey> => {
  const { id } = await query
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      name,
      hash,
      display,
      scopes: scopes.join(' '),
      expires_at: expiresAtMs === undefined ? null : BigInt(expiresAtMs),
      created_at: BigInt(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    accountId,
    name,
    display,
    scopes: [...scopes],
    createdAtMs: nowMs,
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  }
}

export const findKeyByHash = async (
  query: Kysely<Tables>,
  hash: string,
): Promise<KeyRecord | undefined> => {
  const row = await query
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['accounts.plan', 'accounts.per_minute', 'accounts.per_day'])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const plan = row.plan as PlanName
  const own = {
    ...(row.per_minute !== null && { perMinute: Number(row.per_minute) }),
    ...(row.per_day !== null && { perDay: Number(row.per_day) }),
  }
  return { ...toApiKey(row), plan, limits: accountLimits(plan, own) }
}

export const findKey = async (query: Kysely<Tables>, id: bigint): Promise<ApiKey | undefined> => {
  const row = await query.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toApiKey(row)
}

export const listKeys = async (query: Kysely<Tables>, accountId?: bigint): Promise<ApiKey[]> => {
  let select = query.selectFrom('api_keys').selectAll().orderBy('id')
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  return (await select.execute()).map(toApiKey)
}

export const hasKeys = async (query: Kysely<Tables>): Promise<boolean> =>
  (await query.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined

/** Ends a key at `atMs`, or earlier when it was to end earlier. */
export const expireKey = async (query: Kysely<Tables>, id: bigint, atMs: number): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ expires_at: BigInt(atMs) })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', BigInt(atMs))]))
    .execute()
}

/** Keeps the time of the first revocation. */
export const revokeKey = async (
  query: Kysely<Tables>,
  id: bigint,
  nowMs: number,
): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ revoked_at: BigInt(nowMs) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export const markKeyUsed = async (
  query: Kysely<Tables>,
  id: bigint,
  atMs: number,
): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ last_used_at: BigInt(atMs) })
    .where('id', '=', id)
    .execute()
}

type Row = {
  id: bigint
  account_id: bigint
  name: string
  display: string
  scopes: string
  expires_at: bigint | null
  revoked_at: bigint | null
  last_used_at: bigint | null
  created_at: bigint
}

const toApiKey = (row: Row): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  display: row.display,
  // Written only from a list of Scope.
  scopes: (row.scopes === '' ? [] : row.scopes.split(' ')) as Scope[],
  ...(row.expires_at !== null && { expiresAtMs: Number(row.expires_at) }),
  ...(row.revoked_at !== null && { revokedAtMs: Number(row.revoked_at) }),
  ...(row.last_used_at !== null && { lastUsedAtMs: Number(row.last_used_at) }),
  createdAtMs: Number(row.created_at),
})
