import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { type Author, systemAuthor } from '../author/author.ts'
import type { BanChange, StoredBan } from './ban.ts'
import { allBans, findBan, saveBan } from './bans.repository.ts'
import type { LimiterStorage } from './memory-limiter.ts'
import { type Owner, ownerKinds, type StoredWindows } from './stored-windows.ts'
import { windowTables } from './window-tables.ts'

type Deps = { database: Database<BanChange, Author> }

/** Stores the counters and bans of the embedded limiter in the database. */
export const sqlLimiterStorage = ({ database }: Deps): LimiterStorage => ({
  loadWindows: () => loadWindows(database.read),
  saveWindows: (windows) => database.write((trx) => saveWindows(trx.query, windows)),
  loadBans: () => allBans(database.read),
  saveBan: (ban) => database.writeAs(systemAuthor('rate limits'), (trx) => saveNewBan(trx, ban)),
})

/** For a process that shares its counters with others: it stores bans, but not its own counts. */
export const bansOnly = (storage: LimiterStorage): LimiterStorage => ({
  ...storage,
  loadWindows: async () => [],
  saveWindows: async () => {},
})

type Row = { id: bigint } & Omit<Selectable<Tables['rate_windows']>, 'account_id'>

const loadWindows = async (query: Kysely<Tables>): Promise<StoredWindows[]> => {
  const all: StoredWindows[] = []
  for (const of of ownerKinds) {
    const { table, id } = windowTables[of]
    const { rows } = await sql<Row>`
      select ${sql.ref(id)} as id, minute_opened_at, minute_used, day_opened_at, day_used
      from ${sql.table(table)}`.execute(query)
    for (const row of rows) all.push(read({ of, id: row.id }, row))
  }
  return all
}

const read = (owner: Owner, row: Row): StoredWindows => ({
  owner,
  minute: { openedAtMs: Number(row.minute_opened_at), used: Number(row.minute_used) },
  day: { openedAtMs: Number(row.day_opened_at), used: Number(row.day_used) },
})

const saveWindows = async (query: Kysely<Tables>, windows: StoredWindows[]): Promise<void> => {
  for (const { owner, minute, day } of windows) {
    const { table, id } = windowTables[owner.of]
    const counts = [minute.openedAtMs, minute.used, day.openedAtMs, day.used].map(BigInt)
    await sql`
      insert into ${sql.table(table)}
        (${sql.ref(id)}, minute_opened_at, minute_used, day_opened_at, day_used)
      values (${sql.join([owner.id, ...counts])})
      on conflict (${sql.ref(id)}) do update set
        minute_opened_at = excluded.minute_opened_at, minute_used = excluded.minute_used,
        day_opened_at = excluded.day_opened_at, day_used = excluded.day_used`.execute(query)
  }
}

/** A ban that is saved twice, as a flush may do, is recorded once. */
const saveNewBan = async (trx: Trx<BanChange>, { untilMs, ...rest }: StoredBan): Promise<void> => {
  const ban = { ...rest, untilMs: Math.ceil(untilMs) }
  const saved = await findBan(trx.query, ban.keyId)
  if (saved?.untilMs === ban.untilMs && saved.level === ban.level) return
  await saveBan(trx.query, ban)
  trx.record({ kind: 'key banned', ban })
}
