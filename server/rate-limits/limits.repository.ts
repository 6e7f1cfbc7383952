import type { Kysely, Selectable } from 'kysely'
import type { EventsService } from '../events/events.service.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { type StoredBan, shownBan } from './ban.ts'
import { bansRepository } from './bans.repository.ts'
import type { Owner, StoredWindows } from './counters.ts'
import type { LimiterStorage } from './memory-limiter.ts'

type Deps = { database: Database; events: Pick<EventsService, 'record'> }

/** The counters and bans of the embedded limiter, kept in the store. */
export const limitsRepository = ({ database, events }: Deps): LimiterStorage => ({
  loadWindows: () => loadWindows(database.read),
  saveWindows: (windows) => database.write((trx) => saveWindows(trx.query, windows)),
  loadBans: () => bansRepository.all(database.read),
  saveBan: (ban) => database.write((trx) => saveBan(trx, events, ban)),
})

/** The same for a process that shares its counters with others: what it counts by itself meanwhile is its own. */
export const bansOnly = (storage: LimiterStorage): LimiterStorage => ({
  ...storage,
  loadWindows: async () => [],
  saveWindows: async () => {},
})

const loadWindows = async (query: Kysely<Tables>): Promise<StoredWindows[]> => {
  const accounts = await query.selectFrom('rate_windows').selectAll().execute()
  const keys = await query.selectFrom('key_windows').selectAll().execute()
  return [
    ...accounts.map(({ account_id, ...row }) => read({ accountId: account_id }, row)),
    ...keys.map(({ key_id, ...row }) => read({ keyId: key_id }, row)),
  ]
}

type Row = Omit<Selectable<Tables['rate_windows']>, 'account_id'>

const read = (owner: Owner, row: Row): StoredWindows => ({
  owner,
  minute: { openedAtMs: Number(row.minute_opened_at), used: Number(row.minute_used) },
  day: { openedAtMs: Number(row.day_opened_at), used: Number(row.day_used) },
})

const saveWindows = async (query: Kysely<Tables>, windows: StoredWindows[]): Promise<void> => {
  for (const { owner, minute, day } of windows) {
    const counts = {
      minute_opened_at: BigInt(minute.openedAtMs),
      minute_used: BigInt(minute.used),
      day_opened_at: BigInt(day.openedAtMs),
      day_used: BigInt(day.used),
    }
    if ('accountId' in owner) {
      await query
        .insertInto('rate_windows')
        .values({ account_id: owner.accountId, ...counts })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(counts))
        .execute()
    } else {
      await query
        .insertInto('key_windows')
        .values({ key_id: owner.keyId, ...counts })
        .onConflict((conflict) => conflict.column('key_id').doUpdateSet(counts))
        .execute()
    }
  }
}

/** A ban and the event that tells of it; a ban that is saved twice, as a flush may, is told once. */
const saveBan = async (
  trx: Trx,
  events: Pick<EventsService, 'record'>,
  { untilMs, ...rest }: StoredBan,
): Promise<void> => {
  const ban = { ...rest, untilMs: Math.ceil(untilMs) }
  const saved = await bansRepository.find(trx.query, ban.keyId)
  if (saved?.untilMs === ban.untilMs && saved.level === ban.level) return
  await bansRepository.save(trx.query, ban)
  await events.record(trx, {
    type: 'key.banned',
    data: shownBan(ban),
    accountId: ban.accountId,
  })
}
