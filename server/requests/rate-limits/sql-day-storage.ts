import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { DayStorage, DayWindow, OwnedDay } from './day-windows.ts'
import { type Owner, type OwnerKind, ownerKinds } from './stored-windows.ts'
import { windowTables } from './window-tables.ts'

/** The number of rows per statement: other writers wait for it. */
const AT_ONCE = 500

/** The day windows that Redis counts, as the replicas store them. */
export const sqlDayStorage = (database: Database): DayStorage => ({
  async loadDays(sinceMs) {
    const all: OwnedDay[] = []
    for (const of of ownerKinds) {
      const rows = await select(database.read, of, sql`day_opened_at > ${BigInt(Math.round(sinceMs))}`)
      for (const row of rows) all.push({ owner: { of, id: row.id }, day: dayOf(row) })
    }
    return all
  },

  async findDay(owner) {
    const { id } = windowTables[owner.of]
    const [row] = await select(database.read, owner.of, sql`${sql.ref(id)} = ${owner.id}`)
    return row && dayOf(row)
  },

  async saveDays(days) {
    for (const of of ownerKinds) {
      // In a fixed order, so that replicas that do the same do not deadlock.
      const rows = days.filter(({ owner }) => owner.of === of).toSorted((a, b) => (a.owner.id < b.owner.id ? -1 : 1))
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const some = rows.slice(at, at + AT_ONCE)
        await database.write(({ query }) => save(query, of, some))
      }
    }
  },
})

type Row = { id: bigint } & Pick<Selectable<Tables['rate_windows']>, 'day_opened_at' | 'day_used'>

const dayOf = (row: Row) => ({ openedAtMs: Number(row.day_opened_at), used: Number(row.day_used) })

const select = async (query: Kysely<Tables>, of: OwnerKind, condition: RawBuilder<unknown>): Promise<Row[]> => {
  const { table, id } = windowTables[of]
  const { rows } = await sql<Row>`
    select ${sql.ref(id)} as id, day_opened_at, day_used
    from ${sql.table(table)} where ${condition}`.execute(query)
  return rows
}

type Saved = { owner: Owner; day: DayWindow }

const save = async (query: Kysely<Tables>, of: OwnerKind, days: readonly Saved[]): Promise<void> => {
  const { table, id } = windowTables[of]
  const values = days.map(({ owner, day }) => {
    const counts = [0, 0, Math.round(day.openedAtMs), day.used].map(BigInt)
    return sql`(${sql.join([owner.id, ...counts])})`
  })
  await sql`
    insert into ${sql.table(table)}
      (${sql.ref(id)}, minute_opened_at, minute_used, day_opened_at, day_used)
    values ${sql.join(values)}
    on conflict (${sql.ref(id)}) do update set ${most(table)}`.execute(query)
}

/**
 * The update of an existing row: its window is replaced by the next day's, or by an earlier one that is still open,
 * whose count includes this one's. For the same window the larger count wins.
 */
const most = (table: string): RawBuilder<unknown> => {
  const day = sql.lit(DAY_MS)
  const [opened, used] = [sql.ref(`${table}.day_opened_at`), sql.ref(`${table}.day_used`)]
  const isOther = sql`excluded.day_opened_at >= ${opened} + ${day}
    or (excluded.day_opened_at < ${opened} and excluded.day_opened_at + ${day} > ${opened})`
  const isGrown = sql`excluded.day_opened_at = ${opened} and excluded.day_used > ${used}`
  const wins = sql`${isOther} or ${isGrown}`
  return sql`
    day_opened_at = case when ${wins} then excluded.day_opened_at else ${opened} end,
    day_used = case when ${wins} then excluded.day_used else ${used} end`
}
