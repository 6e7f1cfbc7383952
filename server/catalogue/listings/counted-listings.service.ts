import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { findColumns, readColumns } from './column-rows.repository.ts'
import { type ChangePlace, lastChange, listChanged } from './listing-changes.repository.ts'
import { type ColumnThread, columnThread } from './listing-columns.thread.ts'
import type { ColumnQuery } from './listing-columns.ts'
import type { TraitCount } from './listing-tally.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  clock: Pick<Clock, 'steadyMs'>
  startThread?: () => ColumnThread
}

export type CountedListings = ReturnType<typeof countedListings>

/** Listings that are read with one statement. */
const AT_ONCE = 1_000
/** Changes of so many listings are read while somebody waits. */
const MAX_BEHIND = 5_000
/** So many are read on the serving thread. */
const FEW = 50
const RETRY_MS = 10_000
/** Whoever comes while all are read waits so long. To look at each meanwhile would take as long, and from those who read. */
const MAX_WAIT_MS = 5_000
const LAST_ID = 2n ** 63n - 1n

/** The thread that has the columns, and the last change that it knows. */
type Kept = { thread: ColumnThread; place: ChangePlace }

/**
 * Counts of any listings, where there are too many to look at each: all of them are kept in a thread, as columns of numbers,
 * from the first time that somebody asks. What has changed since is read before each answer, so that it shows what was
 * acknowledged before, by whichever process.
 */
export const countedListings = ({ database, clock, startThread = columnThread }: Deps) => {
  let kept: Kept | undefined
  let filling: Promise<void> | undefined
  let retryAtMs = 0
  let isClosed = false
  const beside = () => database.readLong('listing columns')

  /** All are read anew, some time later. */
  const drop = (error: unknown): void => {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)))
    void kept?.thread.end()
    kept = undefined
    retryAtMs = clock.steadyMs() + RETRY_MS
  }

  /** Reads what has changed, of so many listings at most; whether that is all. */
  const catchUp = async (columns: Kept, most: number): Promise<boolean> => {
    for (let count = 0; count < most && !isClosed; count += AT_ONCE) {
      const changed = await listChanged(database.read, { after: columns.place, limit: AT_ONCE })
      const last = changed.at(-1)
      if (last) {
        const petIds = changed.map(({ petId }) => petId)
        const query = petIds.length > FEW ? beside() : database.read
        const { lines } = await findColumns(query, petIds)
        await columns.thread.put({ lines: lines ?? '', gone: petIds })
        columns.place = last
      }
      if (changed.length < AT_ONCE) return true
    }
    return false
  }

  const load = async (): Promise<Kept> => {
    const query = beside()
    const changeId = await lastChange(query)
    const columns: Kept = { thread: startThread(), place: { changeId, petId: LAST_ID } }
    kept = columns
    let afterId = 0n
    while (!isClosed) {
      const { lines, last } = await readColumns(query, { afterId, limit: AT_ONCE })
      if (lines === null || last === null) break
      await columns.thread.put({ lines, gone: [] })
      afterId = last
    }
    return columns
  }

  const fill = (): void => {
    if (filling) return
    filling = (kept ? Promise.resolve(kept) : load())
      .then((columns) => catchUp(columns, Infinity))
      .then(() => {}, drop)
      .finally(() => {
        filling = undefined
      })
  }

  /** Whether all are there, or soon are. */
  const areThere = async (): Promise<boolean> => {
    if (isClosed || clock.steadyMs() < retryAtMs) return false
    if (!kept) fill()
    return filling === undefined || (await isDoneWithin(filling, MAX_WAIT_MS))
  }

  const keepUp = inTurns(async () => kept !== undefined && catchUp(kept, MAX_BEHIND))

  return {
    /** Undefined where it takes long until all listings are there, and where it is not known of all of them. */
    async tally(query: ColumnQuery): Promise<TraitCount[] | undefined> {
      const columns = (await areThere()) ? kept : undefined
      if (!columns || isClosed) return undefined
      try {
        if (await keepUp()) return await columns.thread.tally(query)
      } catch (error) {
        // Else it is the database that does not answer.
        if (!columns.thread.hasFailed()) throw error
        if (columns === kept) drop(error)
        return undefined
      }
      fill()
      return undefined
    },

    async close(): Promise<void> {
      isClosed = true
      await filling
      await kept?.thread.end()
    },
  }
}

const isDoneWithin = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms).unref()
  return Promise.race([work.then(() => true), late.promise]).finally(() => clearTimeout(timer))
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
