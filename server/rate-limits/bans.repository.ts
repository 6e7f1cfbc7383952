import type { Kysely } from 'kysely'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { StoredBan } from './ban.ts'

/** The bans in force at `nowMs`: all of them, or a page. */
export type BanList = { nowMs: number; afterId?: bigint | undefined; limit?: number | undefined }

/** Every ban that is remembered, also those that are over. */
const all = async (query: Kysely<Tables>): Promise<StoredBan[]> =>
  (await query.selectFrom('bans').selectAll().orderBy('key_id').execute()).map(toBan)

const find = async (query: Kysely<Tables>, keyId: bigint): Promise<StoredBan | undefined> => {
  const row = await query
    .selectFrom('bans')
    .selectAll()
    .where('key_id', '=', keyId)
    .executeTakeFirst()
  return row && toBan(row)
}

const list = async (
  query: Kysely<Tables>,
  { nowMs, afterId, limit }: BanList,
): Promise<StoredBan[]> => {
  let select = inForce(query, nowMs).selectAll().orderBy('key_id')
  if (afterId !== undefined) select = select.where('key_id', '>', afterId)
  if (limit !== undefined) select = select.limit(limit)
  return (await select.execute()).map(toBan)
}

const count = (query: Kysely<Tables>, nowMs: number): Promise<number> =>
  boundedCount(query, inForce(query, nowMs))

const save = async (
  query: Kysely<Tables>,
  { keyId, accountId, untilMs, level }: StoredBan,
): Promise<void> => {
  const ban = { account_id: accountId, until: BigInt(untilMs), level: BigInt(level) }
  await query
    .insertInto('bans')
    .values({ key_id: keyId, ...ban })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet(ban))
    .execute()
}

const remove = async (query: Kysely<Tables>, keyId: bigint): Promise<void> => {
  await query.deleteFrom('bans').where('key_id', '=', keyId).execute()
}

/** The SQL of bans. */
export const bansRepository = { all, find, list, count, save, remove }

const inForce = (query: Kysely<Tables>, nowMs: number) =>
  query.selectFrom('bans').where('until', '>', BigInt(Math.floor(nowMs)))

type Row = { key_id: bigint; account_id: bigint; until: bigint; level: bigint }

const toBan = ({ key_id, account_id, until, level }: Row): StoredBan => ({
  keyId: key_id,
  accountId: account_id,
  untilMs: Number(until),
  level: Number(level),
})
