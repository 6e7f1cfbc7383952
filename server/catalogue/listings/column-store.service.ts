import type { Database } from '../../platform/storage/database.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { findColumns, readColumns } from './column-rows.repository.ts'
import { type ChangePlace, lastChange, listChanged } from './listing-changes.repository.ts'
import type { ColumnTasks } from './listing-columns.messages.ts'
import { type ColumnThread, ColumnThreadEnded, columnThread } from './listing-columns.thread.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  startThread?: () => ColumnThread
  maxWaitMs?: number
}

export type ColumnStore = ReturnType<typeof columnStore>

/** Listings that are read with one statement. */
const AT_ONCE = 1_000
/** So many are read on the serving thread. */
const FEW = 50
/** Whoever comes while all are read waits so long, and is then asked to come again: enough for a million of them. */
const MAX_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = '5'
/** A thread that ends at once ends again: then a request is refused. */
const MAX_ATTEMPTS = 2
const LAST_ID = 2n ** 63n - 1n

/** The thread that has the columns, and the last change that it knows. */
type Columns = { thread: ColumnThread; place: ChangePlace }

/**
 * All listings, as columns of numbers in a thread, from the first time that somebody asks. What has changed since is read
 * before each task, so that its result shows what was acknowledged before, by whichever process.
 */
export const columnStore = ({
  database,
  startThread = columnThread,
  maxWaitMs = MAX_WAIT_MS,
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
      let afterId = 0n
      while (!isClosed) {
        const { lines, last } = await readColumns(query, { afterId, limit: AT_ONCE })
        if (lines === null || last === null) break
        await thread.ask('put', { lines, gone: [] })
        afterId = last
      }
    } catch (error) {
      void thread.end()
      throw error
    }
    return { thread, place: { changeId, petId: LAST_ID } }
  }

  const upToDate = inTurns(async (): Promise<ColumnThread> => {
    if (isClosed) throw notThere()
    if (!columns || columns.thread.hasEnded()) columns = await load()
    await catchUp(columns)
    return columns.thread
  })

  return {
    /** Throws `service_unavailable` where it takes long until all listings are there. */
    async ask<Name extends keyof ColumnTasks>(
      name: Name,
      asked: ColumnTasks[Name]['asked'],
    ): Promise<ColumnTasks[Name]['found']> {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        try {
          const thread = await within(maxWaitMs, upToDate())
          return await thread.ask(name, asked)
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

const notThere = (): ApiError =>
  new ApiError('service_unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS } })

const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(notThere()), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Whoever asks while it is under way waits for the next time: it may not have seen what was there when they came. */
const inTurns = <Result>(run: () => Promise<Result>): (() => Promise<Result>) => {
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
