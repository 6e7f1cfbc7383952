import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { systemClock } from '../clock.ts'
import { type Consequences, changesOf, noConsequences } from './consequences.ts'
import { type Database, DatabaseUnavailable, type DatabaseWatch, type Trx, type WriteFault } from './database.ts'
import { postgresAdditions } from './postgres-additions.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { isDiskFault, isLostRace } from './postgres-faults.ts'
import { postgresLocks } from './postgres-locks.ts'
import { postgresLongReads } from './postgres-long-reads.ts'
import { type PoolOptions, postgresPool, type SessionPool } from './postgres-pool.ts'
import { beginning, DEADLINE_MS, isLostEarly, type Progress } from './postgres-progress.ts'
import { postgresRoutes } from './postgres-routes.ts'
import { queryThrough } from './reads.ts'
import { recentFault } from './recent-fault.ts'
import type { Tables } from './tables.ts'

export type PostgresOptions<Change, By> = {
  /** See `PostgresAddress`. */
  url: string
  /** The time limit for connecting and for each statement: by default clients get a response within 2 s. */
  deadlineMs?: number | undefined
  watch?: DatabaseWatch | undefined
  /** Whether nothing may be written, as on a standby. */
  isReadOnly?: boolean | undefined
  applicationName?: string | undefined
  /** The consequences of the changes that transactions record. */
  consequences?: Consequences<Change, By> | undefined
}

/** Reads have their own connections, so that writes that wait for each other do not delay them. */
const MAX_READERS = 6
const MAX_WRITERS = 10
/** Long reads have their own connections too, one per client. With that of the request log, a replica opens 20. */
const MAX_LONG_READERS = 3
const MAX_ATTEMPTS = 10
const RETRY_MS = 10
/** A load balancer waits for a second. */
const PROBE_MS = 800

/**
 * The shared database, for any number of processes. Transactions are READ COMMITTED: whatever must not change while a
 * decision is made is locked, and the rest relies on single statements and unique indexes.
 */
export const openPostgres = async <Change = never, By = never>({
  url,
  deadlineMs = DEADLINE_MS,
  watch,
  isReadOnly = false,
  applicationName,
  consequences = noConsequences(),
}: PostgresOptions<Change, By>): Promise<Database<Change, By>> => {
  const routes = postgresRoutes(parsePostgresAddress(url))
  const shared = { routes, deadlineMs, applicationName }
  const reader = connect({ ...shared, maxConnections: MAX_READERS, readOnly: true }, watch)
  const writer = connect({ ...shared, maxConnections: MAX_WRITERS, readOnly: isReadOnly })
  const read = reader.query
  const long = postgresPool({ ...shared, maxConnections: MAX_LONG_READERS, readOnly: true })
  const longReads = postgresLongReads(long, watch)
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  const diskFault = recentFault()
  let committedAtMs = -Infinity
  const committed = () => {
    committedAtMs = systemClock.steadyMs()
    diskFault.clear()
  }
  let probe: Promise<WriteFault | undefined> | undefined
  const write = <T>(by: By | undefined, work: (trx: Trx<Change>) => Promise<T>): Promise<T> => {
    const outcome = writeUntilItWins(writer.query, { by, work, consequences })
    outcome.then(
      () => watch?.onCommit(1),
      () => {},
    )
    return outcome
  }
  const additions = postgresAdditions({ pool: writer.pool, consequences, watch, alone: write })
  /** Closing waits for tracked work before it closes the connections, and no new work is accepted meanwhile. */
  const tracked = <T>(begin: () => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(new DatabaseUnavailable(new Error('the database is closed')))
    const outcome = begin()
    outcome.then(committed, (error) => {
      if (isDiskFault(error)) diskFault.note()
    })
    const settled = outcome.then(ignore, ignore).finally(() => running.delete(settled))
    running.add(settled)
    return outcome
  }
  return {
    read,
    catchUp: () => undefined,
    readLong: longReads.queryOf,
    async purgeDeletedData() {},
    write: (work) => tracked(() => write(undefined, work)),
    writeAs: (by, work, { isAddition = false } = {}) =>
      tracked(() => (isAddition ? additions.add(by, work) : write(by, work))),
    // PostgreSQL does not report changes; processes that share it notify each other through Redis.
    onForeignChange: () => () => {},
    load() {
      const pools = { read: reader.load(), long: long.load(), write: writer.load() }
      return { writesWaiting: pools.write.waiting + additions.waiting(), pools }
    },
    isAlive: () =>
      sql`select 1`.execute(read).then(
        () => true,
        () => false,
      ),
    async writeFault() {
      if (diskFault.isRecent()) return 'failing'
      probe ??= findWriteFault(writer.pool, read).finally(() => {
        probe = undefined
      })
      // While all connections are busy, it is enough that writes are being committed.
      const late = sleep(PROBE_MS, undefined, { ref: false }).then(() =>
        systemClock.steadyMs() - committedAtMs < PROBE_MS ? undefined : ('failing' as const),
      )
      return Promise.race([probe, late])
    },
    async close() {
      isClosed = true
      while (running.size > 0) await Promise.all(running)
      await Promise.all([reader.close(), longReads.close(), writer.close()])
    },
  }
}

const ignore = () => {}

/** A connection to a standby is not used again: the next one may reach the new primary. */
const findWriteFault = async (writer: SessionPool, read: Kysely<Tables>): Promise<WriteFault | undefined> => {
  try {
    const { rows } = await sql<{ isWaiting: boolean }>`${sql.raw(unconfirmedSql)}`.execute(read)
    // They may have all connections.
    if (rows[0]?.isWaiting) return 'unconfirmed'
    const session = await writer.connect()
    let isReadOnly = true
    try {
      const { rows } = await session.query<{ isReadOnly: boolean }>(isReadOnlySql, [])
      isReadOnly = rows[0]?.isReadOnly !== false
      return isReadOnly ? 'read_only' : undefined
    } finally {
      session.release(isReadOnly)
    }
  } catch {
    return 'failing'
  }
}

/** Whether a commit of our role waits for a synchronous standby, for longer than the client of a write does. */
const unconfirmedSql = `select exists (
  select from pg_stat_activity
  where datname = current_database() and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds'
) as "isWaiting"`

/** For a new transaction. */
export const isReadOnlySql = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`

export const connect = (options: PoolOptions, watch?: DatabaseWatch) => {
  const pool = postgresPool(options)
  const dialect = postgresDialect(pool)
  const query = queryThrough(dialect, watch)
  const close = async () => {
    await query.destroy()
    // Kysely does not close a pool that it has never used.
    await pool.end()
  }
  return { query, pool, close, load: pool.load }
}

type Write<Change, By, T> = {
  /** Undefined for work that records nothing. */
  by: By | undefined
  work: (trx: Trx<Change>) => Promise<T>
  consequences: Consequences<Change, By>
}

/** Retries the work, a bounded number of times, after a lost race or a connection that was lost before the commit. */
const writeUntilItWins = async <Change, By, T>(writer: Kysely<Tables>, write: Write<Change, By, T>): Promise<T> => {
  const startedAtMs = systemClock.steadyMs()
  for (let attempt = 1; ; attempt += 1) {
    const progress = beginning(startedAtMs)
    try {
      return await writeOnce(writer, write, progress)
    } catch (error) {
      if (!isLostRace(error) && !isLostEarly(error, progress)) throw error
      if (attempt === MAX_ATTEMPTS) throw new DatabaseUnavailable(error)
    }
    // Retry at different moments, or the same race would repeat.
    await sleep(Math.random() * RETRY_MS * attempt)
  }
}

const writeOnce = async <Change, By, T>(
  writer: Kysely<Tables>,
  { by, work, consequences }: Write<Change, By, T>,
  progress: Progress,
): Promise<T> => {
  const transaction = writer.transaction().setIsolationLevel('read committed')
  const { value, changes, own } = await transaction.execute(async (query) => {
    progress.at = 'working'
    const trx = { query, ...postgresLocks(query) }
    const changes = changesOf(consequences, trx)
    const own = changes.begin(by)
    const value = await work({ ...trx, record: own.record, settle: changes.write })
    await changes.write()
    progress.at = 'committing'
    return { value, changes, own }
  })
  changes.committed()
  await new Promise<void>(own.notifyThen)
  return value
}
