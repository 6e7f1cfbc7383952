import type { Kysely, Selectable } from 'kysely'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { type ListedBan, type StoredBan, shownBan } from './ban.ts'

/** Lists the bans in force at `nowMs`: all of them, or one page. */
export type BanList = { nowMs: number; afterId?: bigint | undefined; limit?: number | undefined }

/** The number of bans to read at a time, because requests wait for it. */
const READ_STEP = 500

/** Returns every remembered ban, including those that are over; not a consistent snapshot. */
export const allBans = async (query: Kysely<Tables>): Promise<StoredBan[]> => {
  const bans: StoredBan[] = []
  for (let afterId: bigint | undefined = -(2n ** 63n); afterId !== undefined; ) {
    const rows: Row[] = await readRows(query, { afterId })
    for (const row of rows) bans.push(toBan(row))
    afterId = rows[READ_STEP - 1]?.key_id
    if (afterId !== undefined) await new Promise(setImmediate)
  }
  return bans
}

const readRows = prepared((query, { afterId }: { afterId: bigint }) =>
  query.selectFrom('bans').selectAll().where('key_id', '>', afterId).orderBy('key_id').limit(READ_STEP),
)

export const findBan = async (query: Kysely<Tables>, keyId: bigint): Promise<StoredBan | undefined> => {
  const [row] = await findRow(query, { keyId })
  return row && toBan(row)
}

const findRow = prepared((query, { keyId }: { keyId: bigint }) =>
  query.selectFrom('bans').selectAll().where('key_id', '=', keyId),
)

export const listBans = async (query: Kysely<Tables>, { nowMs, ...page }: BanList): Promise<ListedBan[]> =>
  (await listRows(query, { now: instant(nowMs), ...page })).map(({ keyName, keyDisplay, accountName, ...row }) => ({
    ...shownBan(toBan(row)),
    keyName,
    keyDisplay,
    accountName,
  }))

const listRows = prepared((query, { now, afterId, limit }: { now: bigint } & Omit<BanList, 'nowMs'>) => {
  let select = inForce(query, { now })
    .innerJoin('api_keys', 'api_keys.id', 'bans.key_id')
    .innerJoin('accounts', 'accounts.id', 'bans.account_id')
    .selectAll('bans')
    .select(['api_keys.name as keyName', 'api_keys.display as keyDisplay', 'accounts.name as accountName'])
    .orderBy('key_id')
  if (afterId !== undefined) select = select.where('key_id', '>', afterId)
  return limit === undefined ? select : select.limit(limit)
})

export const countBans = async (query: Kysely<Tables>, nowMs: number): Promise<number> =>
  countRows(query, { now: instant(nowMs) })

export const saveBan = async (
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

export const removeBan = async (query: Kysely<Tables>, keyId: bigint): Promise<void> => {
  await query.deleteFrom('bans').where('key_id', '=', keyId).execute()
}

const inForce = (query: Kysely<Tables>, { now }: { now: bigint }) => query.selectFrom('bans').where('until', '>', now)

const countRows = boundedCount(inForce)

type Row = Selectable<Tables['bans']>

const toBan = ({ key_id, account_id, until, level }: Row): StoredBan => ({
  keyId: key_id,
  accountId: account_id,
  untilMs: Number(until),
  level: Number(level),
})
