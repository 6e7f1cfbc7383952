import { type Kysely, sql } from 'kysely'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import {
  type EntryFilter,
  MAX_OF_ACCOUNT,
  MAX_SUCCESSES,
  type StoredEntry,
} from './request-entry.ts'
import { columns, countOf, pageOf, toEntry, valuesOf } from './request-log.repository.ts'
import type { RequestLogTables } from './request-log.tables.ts'
import type { RequestLogStorage, StorageLimits } from './request-log-storage.ts'

type Deps = { database: Pick<Database, 'read' | 'readLong' | 'write'> }

/** The log in a table of PostgreSQL, which all replicas write and read. */
export const postgresLog = ({ database }: Deps, { maxBytes }: StorageLimits): RequestLogStorage => {
  /** Accounts take turns, so that none of them can keep the others from their entries. */
  const reading = ({ accountId }: EntryFilter) =>
    logOf(database.readLong(accountId === undefined ? 'request log' : `account ${accountId}`))

  return {
    async append(entries) {
      const accounts = [...new Set(entries.filter(isSuccess).map(({ accountId }) => accountId))]
      await database.write(async ({ query }) => {
        await insert(query, entries)
        await removeAfter(query, accounts, { isOfSuccesses: true })
      })
    },

    list: async (filter, page) =>
      (await pageOf(reading(filter), filter, page).execute()).map(toEntry),

    async count(filter) {
      const { total } = await countOf(reading(filter), filter).executeTakeFirstOrThrow()
      return Number(total)
    },

    async purge(before, accounts) {
      await database.write(async ({ query, tryLockName }) => {
        if (accounts.length > 0) await removeAfter(query, accounts, { isOfSuccesses: false })
        if (!(await tryLockName('request log'))) return
        await sql`
          delete from request_log where position = any(array(
            select position from request_log where position < ${before}
            order by position limit ${REMOVED_AT_ONCE}))`.execute(query)
        const excess = await excessRows(query, maxBytes)
        if (excess > 0) await removeOldest(query, Math.min(excess, REMOVED_AT_ONCE))
      })
    },

    close() {},
  }
}

const REMOVED_AT_ONCE = 50_000

const logOf = (query: Kysely<Tables>): Kysely<RequestLogTables> =>
  // The table is not one of the store's, because on SQLite it is in another file.
  query as unknown as Kysely<RequestLogTables>

const isSuccess = ({ status }: StoredEntry): boolean => status < 400

/** A single parameter, so that the text of the query never changes. */
const insert = async (query: Kysely<Tables>, entries: readonly StoredEntry[]): Promise<void> => {
  const rows = entries.map((entry) => {
    const values = valuesOf(entry)
    return Object.fromEntries(columns.map((column, at) => [column, values[at]]))
  })
  await sql`
    insert into request_log select * from json_to_recordset(${stringifyJson(rows)}::json) as entry (
      position bigint, account_id bigint, key_id bigint, status bigint,
      operation_id text, request_id text, details text)
    on conflict do nothing`.execute(query)
}

/**
 * Removes what comes after the newest ones of each account. Rows that another replica removes are skipped. The rows are
 * an array, because the planner may execute a subquery once for each row of a table without statistics.
 */
const removeAfter = async (
  query: Kysely<Tables>,
  accounts: readonly bigint[],
  { isOfSuccesses }: { isOfSuccesses: boolean },
): Promise<void> => {
  const [condition, count] = isOfSuccesses
    ? [sql`status < 400`, MAX_SUCCESSES]
    : [sql`true`, MAX_OF_ACCOUNT]
  await sql`
    delete from request_log where position = any(array(
      select old.position from json_array_elements_text(${stringifyJson(accounts)}::json) as account (id)
      cross join lateral (
        select position from request_log
        where account_id = account.id::bigint and ${condition}
        order by position desc offset ${sql.lit(count)} limit ${sql.lit(REMOVED_AT_ONCE)}
        for update skip locked) as old))`.execute(query)
}

const removeOldest = (query: Kysely<Tables>, count: number) =>
  sql`
    delete from request_log where position = any(array(
      select position from request_log order by position limit ${count}))`.execute(query)

/** By how many rows the table is too large, estimated by the statistics of PostgreSQL. */
const excessRows = async (query: Kysely<Tables>, maxBytes: number): Promise<number> => {
  const { rows } = await sql<{ live: bigint; dead: bigint; bytes: bigint }>`
    select n_live_tup as live, n_dead_tup as dead,
      pg_total_relation_size('request_log') as bytes
    from pg_stat_user_tables where relid = 'request_log'::regclass`.execute(query)
  const [found] = rows
  if (!found || found.live === 0n) return 0
  const bytesOfRow = Number(found.bytes) / Number(found.live + found.dead)
  return Math.floor(Number(found.live) - maxBytes / bytesOfRow)
}
