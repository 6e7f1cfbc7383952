import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/storage/database.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Owner } from './counters.ts'
import type { DayStorage, DayWindow } from './day-windows.ts'
import { DAY_MS } from './policy.ts'

/** One statement writes so many: others wait for it. */
const AT_ONCE = 500

/** The days that Redis counts, as the replicas write them down. */
export const daysRepository = (database: Database): DayStorage => ({
  async loadDays(sinceMs) {
    const since = BigInt(Math.round(sinceMs))
    const accounts = await database.read
      .selectFrom('rate_windows')
      .select(['account_id', 'day_opened_at', 'day_used'])
      .where('day_opened_at', '>', since)
      .execute()
    const keys = await database.read
      .selectFrom('key_windows')
      .select(['key_id', 'day_opened_at', 'day_used'])
      .where('day_opened_at', '>', since)
      .execute()
    return [
      ...accounts.map((row) => ({ owner: { accountId: row.account_id }, day: dayOf(row) })),
      ...keys.map((row) => ({ owner: { keyId: row.key_id }, day: dayOf(row) })),
    ]
  },

  async findDay(owner) {
    const row = await find(database.read, owner)
    return row && dayOf(row)
  },

  async saveDays(days) {
    const accounts = days.flatMap(({ owner, day }) =>
      'accountId' in owner ? [{ account_id: owner.accountId, ...counts(day) }] : [],
    )
    const keys = days.flatMap(({ owner, day }) =>
      'keyId' in owner ? [{ key_id: owner.keyId, ...counts(day) }] : [],
    )
    // In one order, so that replicas that do the same do not wait for each other.
    for (const rows of chunks(accounts.toSorted((a, b) => compare(a.account_id, b.account_id)))) {
      await database.write(async ({ query }) => {
        await query
          .insertInto('rate_windows')
          .values(rows)
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(most('rate_windows')))
          .execute()
      })
    }
    for (const rows of chunks(keys.toSorted((a, b) => compare(a.key_id, b.key_id)))) {
      await database.write(async ({ query }) => {
        await query
          .insertInto('key_windows')
          .values(rows)
          .onConflict((conflict) => conflict.column('key_id').doUpdateSet(most('key_windows')))
          .execute()
      })
    }
  },
})

const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, at) =>
    items.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : 1)

const counts = ({ openedAtMs, used }: DayWindow) => ({
  minute_opened_at: 0n,
  minute_used: 0n,
  day_opened_at: BigInt(Math.round(openedAtMs)),
  day_used: BigInt(used),
})

type Row = { day_opened_at: bigint; day_used: bigint }

const dayOf = (row: Row) => ({ openedAtMs: Number(row.day_opened_at), used: Number(row.day_used) })

const find = (query: Kysely<Tables>, owner: Owner): Promise<Row | undefined> =>
  'accountId' in owner
    ? query
        .selectFrom('rate_windows')
        .select(['day_opened_at', 'day_used'])
        .where('account_id', '=', owner.accountId)
        .executeTakeFirst()
    : query
        .selectFrom('key_windows')
        .select(['day_opened_at', 'day_used'])
        .where('key_id', '=', owner.keyId)
        .executeTakeFirst()

/**
 * What becomes of a row that is there: its window gives way to the next day's, and to an earlier one that is still open,
 * whose count has this one's in it. Of the same window the larger count stays.
 */
const most = (table: 'rate_windows' | 'key_windows') => {
  const day = sql.lit(DAY_MS)
  const [opened, used] = [sql.ref(`${table}.day_opened_at`), sql.ref(`${table}.day_used`)]
  const isOther = sql`excluded.day_opened_at >= ${opened} + ${day}
    or (excluded.day_opened_at < ${opened} and excluded.day_opened_at + ${day} > ${opened})`
  const isGrown = sql`excluded.day_opened_at = ${opened} and excluded.day_used > ${used}`
  const either = (column: 'day_opened_at' | 'day_used', kept: RawBuilder<unknown>) =>
    sql<bigint>`case when ${isOther} or ${isGrown} then ${sql.ref(`excluded.${column}`)} else ${kept} end`
  return { day_opened_at: either('day_opened_at', opened), day_used: either('day_used', used) }
}
