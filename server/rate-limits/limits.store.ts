import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Ban } from './ban.ts'
import type { LimiterStorage, StoredWindows } from './memory-limiter.ts'

/** The counters and bans of the embedded limiter, kept in the store. */
export const limitsStore = (database: Database): LimiterStorage => ({
  loadWindows: () => loadWindows(database.read),
  saveWindows: (windows) => database.write((trx) => saveWindows(trx.query, windows)),
  loadBans: () => loadBans(database.read),
  saveBan: (ban) => database.write((trx) => saveBan(trx.query, ban)),
})

/** The bans that are in force at `clock`'s time. */
export const bansInForce = async (database: Database, clock: Clock): Promise<Ban[]> =>
  (await loadBans(database.read)).filter(({ untilMs }) => untilMs > clock.nowMs())

/** Lifts a ban and forgets it, so that the next one is a first one. Tells whether there was one. */
export const liftBan = (database: Database, keyId: bigint): Promise<boolean> =>
  database.write(async (trx) => {
    const gone = await trx.query.deleteFrom('bans').where('key_id', '=', keyId).executeTakeFirst()
    return gone.numDeletedRows > 0n
  })

const loadWindows = async (query: Kysely<Tables>): Promise<StoredWindows[]> => {
  const rows = await query.selectFrom('rate_windows').selectAll().execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    minute: { openedAtMs: Number(row.minute_opened_at), used: Number(row.minute_used) },
    day: { openedAtMs: Number(row.day_opened_at), used: Number(row.day_used) },
  }))
}

const saveWindows = async (query: Kysely<Tables>, windows: StoredWindows[]): Promise<void> => {
  for (const { accountId, minute, day } of windows) {
    const counts = {
      minute_opened_at: BigInt(minute.openedAtMs),
      minute_used: BigInt(minute.used),
      day_opened_at: BigInt(day.openedAtMs),
      day_used: BigInt(day.used),
    }
    await query
      .insertInto('rate_windows')
      .values({ account_id: accountId, ...counts })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(counts))
      .execute()
  }
}

const loadBans = async (query: Kysely<Tables>): Promise<Ban[]> => {
  const rows = await query.selectFrom('bans').selectAll().orderBy('key_id').execute()
  return rows.map((row) => ({
    keyId: row.key_id,
    accountId: row.account_id,
    untilMs: Number(row.until),
    level: Number(row.level),
  }))
}

const saveBan = async (
  query: Kysely<Tables>,
  { keyId, accountId, untilMs, level }: Ban,
): Promise<void> => {
  const ban = { account_id: accountId, until: BigInt(Math.ceil(untilMs)), level: BigInt(level) }
  await query
    .insertInto('bans')
    .values({ key_id: keyId, ...ban })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet(ban))
    .execute()
}
