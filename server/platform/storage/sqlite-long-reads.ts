import {
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { systemClock } from '../clock.ts'
import { DatabaseUnavailable, type DatabaseWatch } from './database.ts'
import { queryThrough } from './reads.ts'
import { type Row, type SqliteThread, startThread } from './sqlite-thread.ts'
import type { Tables } from './tables.ts'

const MAX_THREADS = 2
/** The most threads that were given up and still run a statement. */
const MAX_GIVEN_UP = 2
/** The same limit as for a statement on PostgreSQL. */
const LIMIT_MS = 2_000
/** The longest wait for a thread, not counting the time in which threads are starting. */
const MAX_WAIT_MS = 5_000
/** How often waiting reads are checked while a thread is starting. */
const CHECK_MS = 100
const MAX_WAITING_PER_CLIENT = 16

type Job = {
  sql: string
  parameters: readonly unknown[]
  done: PromiseWithResolvers<Row[]>
  /** In the time of the threads' clock. */
  dueMs: number
  overdue?: NodeJS.Timeout
}

type Options = {
  path: string
  watch: DatabaseWatch | undefined
  /** Awaited before a result is used, because its data must be on the disk. */
  settled: () => Promise<void>
  limitMs?: number | undefined
  steadyMs?: () => number
  start?: typeof startThread
}

/**
 * Runs long reads in their own threads. Each client has one at a time, clients take turns, and no read may exceed the
 * limit. Threads are started on demand.
 */
export const longReads = ({
  path,
  watch,
  settled,
  limitMs = LIMIT_MS,
  steadyMs = systemClock.steadyMs,
  start = startThread,
}: Options) => {
  const clock = threadClock(steadyMs)
  const idle: SqliteThread[] = []
  const busy = new Set<SqliteThread>()
  const clients = new Set<string>()
  let givenUp = 0
  let isClosed = false
  /** The waiting clients, in the order of their turns. */
  const queues = new Map<string, Job[]>()

  const run = (client: string, sql: string, parameters: readonly unknown[]): Promise<Row[]> => {
    const queue = queues.get(client) ?? []
    if (isClosed || queue.length >= MAX_WAITING_PER_CLIENT) {
      throw new DatabaseUnavailable(new Error('too many long reads of one client'))
    }
    const done = Promise.withResolvers<Row[]>()
    const job: Job = { sql, parameters, done, dueMs: clock.nowMs() + MAX_WAIT_MS }
    awaitTurn(client, job)
    queue.push(job)
    queues.set(client, queue)
    next()
    return done.promise
  }

  const awaitTurn = (client: string, job: Job) => {
    const leftMs = job.dueMs - clock.nowMs()
    if (leftMs <= 0) return drop(client, job)
    job.overdue = setTimeout(() => awaitTurn(client, job), Math.max(leftMs, CHECK_MS))
  }

  const drop = (client: string, job: Job) => {
    const rest = queues.get(client)?.filter((other) => other !== job) ?? []
    if (rest.length > 0) queues.set(client, rest)
    else queues.delete(client)
    job.done.reject(new DatabaseUnavailable(new Error('a long read waited too long')))
  }

  const next = () => {
    for (const [client, queue] of queues) {
      if (clients.has(client)) continue
      const thread = freeThread()
      if (!thread) return
      const job = queue.shift()
      queues.delete(client)
      // A client that had its turn moves to the end.
      if (queue.length > 0) queues.set(client, queue)
      if (job) void serve(client, job, thread)
    }
  }

  const freeThread = (): SqliteThread | undefined => {
    const found = idle.pop()
    if (found) return found
    if (busy.size >= MAX_THREADS || givenUp >= MAX_GIVEN_UP) return undefined
    return start({ path, isReader: true })
  }

  const serve = async (client: string, job: Job, thread: SqliteThread): Promise<void> => {
    clearTimeout(job.overdue)
    clients.add(client)
    busy.add(thread)
    await clock.exclude(thread.ready)
    let isOver = false
    const limit = setTimeout(() => {
      isOver = true
      job.done.reject(new DatabaseUnavailable(new Error('a read took too long')))
      giveUp(client, thread)
    }, limitMs)
    try {
      const rows = await thread.run(job.sql, job.parameters)
      await settled()
      job.done.resolve(rows)
      if (!isOver) idle.push(thread)
    } catch (error) {
      job.done.reject(error)
      if (!isOver) void thread.end()
    } finally {
      clearTimeout(limit)
      if (!isOver) finish(client, thread)
    }
  }

  const finish = (client: string, thread: SqliteThread) => {
    clients.delete(client)
    busy.delete(thread)
    next()
  }

  /** The thread ends when its statement does; until then another one takes its place. */
  const giveUp = (client: string, thread: SqliteThread) => {
    givenUp += 1
    void thread.end().finally(() => {
      givenUp -= 1
      next()
    })
    finish(client, thread)
  }

  return {
    run,

    /** The same queries as those of the serving thread, run in another thread for this client. */
    queryOf: (client: string): Kysely<Tables> =>
      queryThrough(
        threadDialect((sql, parameters) => run(client, sql, parameters)),
        watch,
      ),

    async close(): Promise<void> {
      isClosed = true
      for (const [client, queue] of queues) for (const job of queue) drop(client, job)
      await Promise.all([...idle, ...busy].map((thread) => thread.end()))
    },
  }
}

/** A clock that stops while a thread is starting, because on a busy machine a start may take longer than the reads. */
const threadClock = (steadyMs: () => number) => {
  let starting = 0
  let sinceMs = 0
  let excludedMs = 0
  return {
    nowMs: () => (starting > 0 ? sinceMs : steadyMs()) - excludedMs,
    async exclude(ready: Promise<void>): Promise<void> {
      if (starting === 0) sinceMs = steadyMs()
      starting += 1
      await ready
      starting -= 1
      if (starting === 0) excludedMs += steadyMs() - sinceMs
    },
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => Promise<Row[]>

// One for all, because it caches prepared queries.
const adapter = new SqliteAdapter()

const threadDialect = (run: Run): Dialect => ({
  createAdapter: () => adapter,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createDriver: () => ({
    init: nothing,
    acquireConnection: async () => connection(run),
    releaseConnection: nothing,
    beginTransaction: rejectTransaction,
    commitTransaction: rejectTransaction,
    rollbackTransaction: rejectTransaction,
    destroy: nothing,
  }),
})

const connection = (run: Run): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => ({
    rows: (await run(sql, parameters)) as R[],
  }),
  streamQuery: () => {
    throw new Error('long reads cannot be streamed')
  },
})

const nothing = async () => {}
const rejectTransaction = async () => {
  throw new Error('long reads have no transactions')
}
