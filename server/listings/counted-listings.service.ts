import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { findColumns, readColumns } from './column-rows.repository.ts'
import { type ChangePlace, lastChange, listChanged } from './listing-changes.repository.ts'
import { type ColumnThread, columnThread } from './listing-columns.thread.ts'
import type { ColumnQuery } from './listing-columns.ts'
import type { TraitCount } from './listing-tally.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  clock: Pick<Clock, 'steadyMs'>
}

export type CountedListings = ReturnType<typeof countedListings>

/** Listings that are read with one statement. */
const AT_ONCE = 1_000
/** Changes of so many listings are read while somebody waits. */
const MAX_BEHIND = 5_000
/** So many are read on the serving thread. */
const FEW = 50
const RETRY_MS = 10_000
const LAST_ID = 2n ** 63n - 1n

/**
 * Counts of any listings, where there are too many to look at each: all of them are kept in a thread, as columns of numbers,
 * from the first time that somebody asks. What has changed since is read before each answer, so that it shows what was
 * acknowledged before, by whichever process.
 */
export const countedListings = ({ database, clock }: Deps) => {
  let kept: { thread: ColumnThread; place: ChangePlace } | undefined
  let filling: Promise<void> | undefined
  let retryAtMs = 0
  const beside = () => database.readLong('listing columns')

  /** All are read anew, some time later. */
  const drop = (error: unknown): void => {
    process.emitWarning(error instanceof Error ? error : new Error(String(error)))
    void kept?.thread.end()
    kept = undefined
    retryAtMs = clock.steadyMs() + RETRY_MS
  }

  /** Reads what has changed, of so many listings at most; whether that is all. */
  const catchUp = async (most: number): Promise<boolean> => {
    for (let count = 0; kept && count < most; count += AT_ONCE) {
      const changed = await listChanged(database.read, { after: kept.place, limit: AT_ONCE })
      const last = changed.at(-1)
      if (last) {
        const petIds = changed.map(({ petId }) => petId)
        const query = petIds.length > FEW ? beside() : database.read
        const { lines } = await findColumns(query, petIds)
        await kept.thread.put({ lines: lines ?? '', gone: petIds })
        kept.place = last
      }
      if (changed.length < AT_ONCE) return true
    }
    return false
  }

  const load = async (): Promise<void> => {
    const query = beside()
    const thread = columnThread()
    kept = { thread, place: { changeId: await lastChange(query), petId: LAST_ID } }
    let afterId = 0n
    for (;;) {
      const { lines, last } = await readColumns(query, { afterId, limit: AT_ONCE })
      if (lines === null || last === null) return
      await thread.put({ lines, gone: [] })
      afterId = last
    }
  }

  /** Nobody waits for it. */
  const fill = (): void => {
    const work = kept ? Promise.resolve() : load()
    filling = work
      .then(() => catchUp(Infinity))
      .then(() => {}, drop)
      .finally(() => {
        filling = undefined
      })
  }

  const keepUp = inTurns(() => catchUp(MAX_BEHIND))

  return {
    /** Undefined until all listings are there. */
    async tally(query: ColumnQuery): Promise<TraitCount[] | undefined> {
      if (filling || clock.steadyMs() < retryAtMs) return undefined
      if (!kept || !(await keepUp())) {
        fill()
        return undefined
      }
      try {
        return await kept.thread.tally(query)
      } catch (error) {
        drop(error)
        return undefined
      }
    },

    async close(): Promise<void> {
      await kept?.thread.end()
      await filling
    },
  }
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
