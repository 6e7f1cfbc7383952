import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import type {
  DisposableConnection,
  DisposableFile,
} from '../../platform/storage/sqlite-disposable.ts'
import { turns } from '../../platform/turns.ts'
import {
  type EntryFilter,
  MAX_OF_ACCOUNT,
  MAX_SUCCESSES,
  type StoredEntry,
} from './request-entry.ts'
import {
  columns,
  countOf,
  pageOf,
  searchedOf,
  toEntry,
  valuesOf,
} from './request-log.repository.ts'
import type { RequestLogRow, RequestLogTables } from './request-log.tables.ts'
import type { RequestLogStorage, StorageLimits } from './request-log-storage.ts'

/**
 * The log in a separate file. It is used on the serving thread, in steps of about a millisecond between which others
 * are served.
 */
export const fileLog = (file: DisposableFile, { maxBytes }: StorageLimits): RequestLogStorage => {
  /** Repeats a statement that removes some rows, until it finds none. */
  const removeAll = async (sql: string, values: readonly unknown[]): Promise<void> => {
    const turn = turns(HELD_MS)
    while (file.use((connection) => connection.all(sql, values)).length > 0) await turn()
  }

  /** Removes the oldest entries while the file is too large. */
  const shrink = async (): Promise<void> => {
    const turn = turns(HELD_MS)
    while (
      file.use((connection) => {
        if (connection.bytesUsed() <= maxBytes * FULL) return false
        return connection.all(removeOldest).length > 0
      })
    )
      await turn()
    file.use((connection) => connection.all('PRAGMA incremental_vacuum(200)'))
  }

  return {
    async append(entries) {
      const turn = turns(HELD_MS)
      for (let at = 0; at < entries.length; at += STEP) {
        file.use((connection) => insert(connection, entries.slice(at, at + STEP)))
        await turn()
      }
      for (const accountId of accountsWithSuccesses(entries))
        await removeAll(removeSuccesses, [accountId, accountId])
      await shrink()
    },

    async list(filter, { before, limit }) {
      const found: StoredEntry[] = []
      const turn = turns(HELD_MS)
      for (let from = before; ; ) {
        const page = { before: from, limit: limit - found.length, within: WITHIN }
        const [rows, range] = file.use((connection) => [
          all<RequestLogRow>(connection, pageOf(compiler, filter, page).compile()),
          rangeOf(connection, filter, page),
        ])
        found.push(...rows.map(toEntry))
        if (found.length >= limit || !range || range.last === null || range.rows < WITHIN)
          return found
        from = range.last
        await turn()
      }
    },

    async count(filter) {
      let total = 0
      const turn = turns(HELD_MS)
      for (let before: bigint | undefined; ; ) {
        const page = { before, within: WITHIN }
        const [counted, range] = file.use((connection) => [
          all<{ total: bigint }>(connection, countOf(compiler, filter, page).compile())[0],
          rangeOf(connection, filter, page),
        ])
        total += Number(counted?.total ?? 0n)
        if (total > MAX_COUNTED || !range || range.last === null || range.rows < WITHIN)
          return Math.min(total, MAX_COUNTED + 1)
        before = range.last
        await turn()
      }
    },

    async purge(before, accounts) {
      await removeAll(removeBefore, [before])
      for (const accountId of accounts) await removeAll(removeOfAccount, [accountId, accountId])
      await shrink()
    },

    close() {
      file.close()
    },
  }
}

const HELD_MS = 2
/** Entries in one transaction. */
const STEP = 100
/** Rows searched at once. */
const WITHIN = 2_000
/** How full the file may be: its free pages and its journal need room too. */
const FULL = 0.9

const insertOne = `insert or ignore into request_log (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`

const insert = (connection: DisposableConnection, entries: readonly StoredEntry[]): void =>
  connection.transaction(() => {
    for (const entry of entries) connection.run(insertOne, valuesOf(entry))
  })

/** Removes what comes after the newest ones of an account, in steps. */
const removeAfter = (condition: string, count: number): string => `
  delete from request_log where position in (
    select position from request_log
    where account_id = ? and ${condition} and position <= (
      select position from request_log where account_id = ? and ${condition}
      order by position desc limit 1 offset ${count})
    order by position limit 200)
  returning 1`
const removeSuccesses = removeAfter('status < 400', MAX_SUCCESSES)
const removeOfAccount = removeAfter('true', MAX_OF_ACCOUNT)
const removeBefore = `
  delete from request_log where position in (
    select position from request_log where position < ? order by position limit 200)
  returning 1`
const removeOldest = `
  delete from request_log where position in (
    select position from request_log order by position limit 200)
  returning 1`

const accountsWithSuccesses = (entries: readonly StoredEntry[]): Set<bigint> =>
  new Set(entries.filter(({ status }) => status < 400).map(({ accountId }) => accountId))

/** Builds statements for the file, which runs them itself. */
const compiler = new Kysely<RequestLogTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** Which rows are searched at once, and how many they are. */
const rangeOf = (
  connection: DisposableConnection,
  filter: EntryFilter,
  page: { before: bigint | undefined; within: number },
) =>
  all<{ rows: bigint; last: bigint | null }>(
    connection,
    searchedOf(compiler, filter, page).compile(),
  )[0]

const all = <Row>(connection: DisposableConnection, query: CompiledQuery): Row[] =>
  // The rows are what the query says they are.
  connection.all(query.sql, query.parameters) as Row[]
