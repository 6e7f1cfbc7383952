import type { Database } from '../../platform/storage/database.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { columnQueryOf } from './column-query.ts'
import { findColumns, hasListings, readColumns } from './column-rows.repository.ts'
import { type ChangePlace, lastChange, listChanged } from './listing-changes.repository.ts'
import type { ColumnTasks } from './listing-columns.messages.ts'
import { type ColumnThread, ColumnThreadEnded, columnThread } from './listing-columns.thread.ts'
import type { ColumnFind, ColumnOrder } from './listing-columns.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  startThread?: () => ColumnThread
  maxWaitMs?: number
  many?: number
  pageSize?: number
}

export type ColumnStore = ReturnType<typeof columnStore>

/** How many changed listings one statement reads. */
const AT_ONCE = 1_000
/** How many listings a page of the first load has: about a megabyte. */
const PAGE = 5_000
/** How many changed listings may be read on the main thread. */
const FEW = 50
/** With fewer listings than this, the first request hardly waits for them. */
const MANY = 5_000
/** A caller waits this long for the first load before `service_unavailable`; a million listings load in that time. */
const MAX_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = '5'
/** A thread that ends twice in a row would probably end again. */
const MAX_ATTEMPTS = 2
const LAST_ID = 2n ** 63n - 1n

/** The thread with the columns, and the last change that it has. */
type Columns = { thread: ColumnThread; place: ChangePlace }

/**
 * Keeps all listings in a thread, as columns of numbers, from the first request on, or from `load` on. Reads what has
 * changed before each task, so that results include every change acknowledged before, by any process.
 */
export const columnStore = ({
  database,
  startThread = columnThread,
  maxWaitMs = MAX_WAIT_MS,
  many = MANY,
  pageSize = PAGE,
}: Deps) => {
  let columns: Columns | undefined
  let isClosed = false
  const beside = () => database.readLong('listing columns')

  const catchUp = async (known: Columns): Promise<void> => {
    while (!isClosed) {
      const changed = await listChanged(database.read, { after: known.place, limit: AT_ONCE })
      const last = changed.at(-1)
      if (!last) return
      const petIds = changed.map(({ petId }) => petId)
      const query = petIds.length > FEW ? beside() : database.read
      const { lines } = await findColumns(query, petIds)
      await known.thread.ask('put', { lines: lines ?? '', gone: petIds })
      known.place = last
      if (changed.length < AT_ONCE) return
    }
  }

  const load = async (): Promise<Columns> => {
    const query = beside()
    const changeId = await lastChange(query)
    const thread = startThread()
    try {
      const readPage = (afterId: bigint) => readColumns(query, { afterId, limit: pageSize })
      let { lines, last } = await readPage(0n)
      while (lines !== null && last !== null && !isClosed) {
        // The database reads the next page while the thread stores this one, so that two are in memory at most.
        const [next] = await Promise.all([readPage(last), thread.ask('put', { lines, gone: [] })])
        ;({ lines, last } = next)
      }
    } catch (error) {
      void thread.end()
      throw error
    }
    return { thread, place: { changeId, petId: LAST_ID } }
  }

  const upToDate = coalesce(async (): Promise<ColumnThread> => {
    if (isClosed) throw notThere()
    if (!columns || columns.thread.hasEnded()) columns = await load()
    await catchUp(columns)
    return columns.thread
  })

  return {
    /** Whether there are so many listings that the first request would wait for them. */
    hasMany: async (): Promise<boolean> => hasListings(database.read, many),

    /** Loads and sorts all listings, so that the first request need not wait. */
    async load(): Promise<void> {
      if (isClosed) return
      const thread = await upToDate()
      await Promise.all(orders.map((order) => thread.ask('find', firstIn(order))))
    },

    /** Throws `service_unavailable` if loading all listings takes too long. */
    async ask<Name extends keyof ColumnTasks>(
      name: Name,
      input: ColumnTasks[Name]['input'],
    ): Promise<ColumnTasks[Name]['result']> {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        try {
          const thread = await within(maxWaitMs, upToDate())
          return await thread.ask(name, input)
        } catch (error) {
          if (!(error instanceof ColumnThreadEnded)) throw error
          if (!isClosed) process.emitWarning(error)
        }
      }
      throw notThere()
    },

    async close(): Promise<void> {
      isClosed = true
      await upToDate().catch(() => {})
      await columns?.thread.end()
    },
  }
}

const orders: readonly ColumnOrder[] = [{ by: 'time', isDescending: true }, { by: 'name' }]

/** The thread sorts by an order when it is first asked for. */
const firstIn = (order: ColumnOrder): ColumnFind => ({
  query: columnQueryOf({ status: 'available', groups: [] }),
  page: { order, limit: 1 },
  counted: [],
  bands: [],
})

const notThere = () => requestError('service_unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS } })

const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(notThere()), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Callers share the next run, not the current one, which may have missed changes made before their call. */
const coalesce = <Result>(run: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const begin = (): Promise<Result> => {
    next = undefined
    const result = run()
    running = result.catch(() => {})
    return result
  }
  return () => {
    next ??= running.then(begin)
    return next
  }
}
