import {
  type EntryFilter,
  type EntryPage,
  MAX_ENTRIES,
  MAX_OF_ACCOUNT,
  positionAt,
  type StoredEntry,
} from './stored-entry.ts'

export type Row = Readonly<Record<string, unknown>>

export type LogConnection = {
  /** Runs a statement that both engines understand. Each `?` is a value, and integers are bigints. */
  query: (sql: string, values: readonly unknown[]) => Row[] | Promise<Row[]>
  close: () => unknown
}

export type LogLimits = { maxOfAccount: number; maxEntries: number }

export type RequestLogRepository = ReturnType<typeof requestLogRepository>

/** The columns of an entry as JSON: a text is cheap to send to a thread. */
export type EntryRow = string

/**
 * The table of the request log: in its own file on SQLite, so it is not one of the store's `Tables`. It is never
 * copied. The row at the position -id of an account is not an entry: its `key_id` is the time until which successes of
 * the account are missing.
 */
export const requestLogSchema = `
  create table request_log (
    position bigint primary key, account_id bigint not null, key_id bigint not null, status bigint not null,
    operation_id text not null, request_id text not null, details text not null);
  create index request_log_account on request_log (account_id, position)`

export const requestLogRepository = ({ query, close }: LogConnection, limits: LogLimits = defaultLimits) => {
  /** Accounts with new entries since the last purge. */
  let written = new Set<unknown>()

  return {
    /** `unloggedUntil` has accounts and until when successes of them are missing, in Unix milliseconds. */
    async append(
      rows: readonly EntryRow[],
      unloggedUntil: readonly (readonly [accountId: bigint, untilMs: number])[] = [],
    ): Promise<void> {
      const entries = rows.map((row): unknown[] => JSON.parse(row))
      for (let at = 0; at < entries.length; at += INSERTED_AT_ONCE) {
        const some = entries.slice(at, at + INSERTED_AT_ONCE)
        await query(insertOf(some.length), some.flat())
      }
      for (const [, accountId] of entries) written.add(accountId)
      for (const [accountId, untilMs] of unloggedUntil) await query(upsertMarker, [-accountId, BigInt(untilMs)])
    },

    /** In Unix milliseconds; undefined if no successes of the account, or else of all accounts, are missing. */
    async findUnloggedUntil(accountId: bigint | undefined): Promise<number | undefined> {
      const [row] =
        accountId === undefined
          ? await query(`${findMarker} position <= 0`, [])
          : await query(`${findMarker} position = ?`, [-accountId])
      return row && row.until !== null ? Number(row.until) : undefined
    },

    /** Newest first. */
    async list(filter: EntryFilter, { before, limit }: EntryPage): Promise<StoredEntry[]> {
      const { text, values } = matching({ ...filter, before })
      const rows = await query(`select ${columns} from request_log where ${text} order by position desc limit ?`, [
        ...values,
        BigInt(limit),
      ])
      return rows.map(toEntry)
    },

    /** Counts at most so many entries. */
    async count(filter: EntryFilter, most: number): Promise<number> {
      const { text, values } = matching(filter)
      const some = `select 1 from request_log where ${text} limit ?`
      const [row] = await query(`select count(*) as total from (${some}) as counted`, [...values, BigInt(most)])
      return Number(row?.total ?? 0)
    },

    /** Removes entries from before a time, and the oldest of accounts that have too many; then the oldest of all. */
    async purge(beforeMs: number): Promise<void> {
      const accounts = written
      written = new Set()
      for (const accountId of accounts) await query(removeOldestOfAccount(limits.maxOfAccount), [accountId, accountId])
      const [excess] = await query(entryAt(limits.maxEntries), [])
      const before = positionAt(beforeMs)
      await query(removeOldest, [before])
      if (excess) await query(removeOldest, [(excess.position as bigint) + 1n])
      await query('delete from request_log where position <= 0 and key_id < ?', [BigInt(beforeMs)])
    },

    async close(): Promise<void> {
      await close()
    },
  }
}

const defaultLimits: LogLimits = { maxOfAccount: MAX_OF_ACCOUNT, maxEntries: MAX_ENTRIES }
const INSERTED_AT_ONCE = 100
const REMOVED_AT_ONCE = 50_000

const columns = 'position, account_id, key_id, status, operation_id, request_id, details'

/** In the order of the columns. Both engines convert the integers. */
export const rowOf = (entry: StoredEntry): EntryRow =>
  JSON.stringify([
    String(entry.position),
    String(entry.accountId),
    String(entry.keyId),
    String(entry.status),
    entry.operationId,
    entry.requestId,
    JSON.stringify(entry.details),
  ])

// We wrote it.
const toEntry = (row: Row): StoredEntry => ({
  position: row.position as bigint,
  accountId: row.account_id as bigint,
  keyId: row.key_id as bigint,
  status: Number(row.status),
  operationId: row.operation_id as string,
  requestId: row.request_id as string,
  details: JSON.parse(row.details as string) as StoredEntry['details'],
})

const insertOf = (count: number): string =>
  `insert into request_log (${columns})
    values ${Array(count).fill('(?, ?, ?, ?, ?, ?, ?)').join(', ')} on conflict do nothing`

const findMarker = 'select max(key_id) as until from request_log where'

/** Version 1.3 may show this row as an entry, and then removes it as too old. */
const upsertMarker = `
  insert into request_log (${columns})
  values (?, -1, ?, 0, '', '', '{"method":"","path":"","durationMs":0}')
  on conflict (position) do update set key_id = excluded.key_id
  where request_log.key_id < excluded.key_id`

const removeOldestOfAccount = (count: number): string => `
  delete from request_log where account_id = ? and position <= (
    select position from request_log where account_id = ?
    order by position desc limit 1 offset ${count})`

/** The newest entry that is one too many. */
const entryAt = (count: number): string =>
  `select position from request_log where position > 0 order by position desc limit 1 offset ${count}`

/** In steps, because a statement has a time limit on PostgreSQL. */
const removeOldest = `
  delete from request_log where position > 0 and position < ? and position <= (
    select max(position) from (
      select position from request_log where position > 0
      order by position limit ${REMOVED_AT_ONCE}) as oldest)`

/** The conditions of a filter, and their values. */
const matching = ({ statuses, ...filter }: EntryFilter & { before?: bigint | undefined }) => {
  const conditions: [text: string, value: unknown][] = [
    ['account_id = ?', filter.accountId],
    ['position < ?', filter.before],
    ['position >= ?', filter.fromPosition],
    ['key_id = ?', filter.keyId],
    ['operation_id = ?', filter.operationId],
    ['request_id = ?', filter.requestId],
  ]
  const given = conditions.filter(([, value]) => value !== undefined)
  const texts = ['position > 0', ...given.map(([text]) => text)]
  const values = given.map(([, value]) => value)
  if (statuses) {
    texts.push(`(${statuses.map(() => 'status between ? and ?').join(' or ')})`)
    values.push(...statuses.flat().map(BigInt))
  }
  return { text: texts.join(' and '), values }
}
