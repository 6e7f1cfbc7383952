import type { CommitQueue } from './sqlite-commits.ts'
import type { ForeignChanges } from './sqlite-foreign-changes.ts'
import type { Log } from './sqlite-log.ts'
import { type SqliteThread, startThread } from './sqlite-thread.ts'

/** From this length on, the log is folded into the file: 4 MiB, SQLite's own measure. */
const LOG_PAGES = 1_000
/** A reader that looks at an old state keeps the log from beginning anew. */
const RETRY_MS = 1_000
/** How long one waits for such a reader where the past has to go; after that it goes as soon as it can. */
const TRUNCATE_WAIT_MS = 5_000
const TRUNCATE_RETRY_MS = 50

type Options = {
  path: string
  commits: CommitQueue
  /** Pages in the log. */
  logPages: () => number
  foreignChanges: ForeignChanges
  log: Pick<Log, 'isSound'>
}

/**
 * Folds the log into the file and begins it anew, in a thread of its own: what a checkpoint reads, writes and syncs
 * holds up nobody. Writes wait only while the log begins anew, and reads never.
 */
export const checkpoints = ({ path, commits, logPages, foreignChanges, log }: Options) => {
  let thread: SqliteThread | undefined
  let running: Promise<boolean> | undefined
  let retry: NodeJS.Timeout | undefined
  let pagesAtFailure = 0
  /** Whether the log may keep nothing of what it has: an erasure. */
  let mustTruncate = false
  let isClosed = false

  const run = async (sql: string): Promise<Record<string, unknown>> => {
    thread ??= startThread({ path, isReader: false })
    const [row = {}] = await thread.run(sql)
    return row
  }

  const checkpoint = async (): Promise<boolean> => {
    // Most of the work, while writes go on.
    await run('PRAGMA wal_checkpoint(PASSIVE)')
    return commits.between(async () => {
      if (!log.isSound()) return false
      const before = await dataVersion()
      foreignChanges.poll()
      const go = foreignChanges.hold()
      let known: number | undefined
      try {
        if (!(await beginAnew(mustTruncate ? 'TRUNCATE' : 'RESTART'))) return false
        const seen = foreignChanges.version()
        // Unless another process has written meanwhile, all that has changed is where things are.
        if ((await dataVersion()) === before) known = seen
        return true
      } finally {
        go(known)
      }
    })
  }

  const dataVersion = async () => (await run('PRAGMA data_version')).data_version

  const beginAnew = async (mode: 'RESTART' | 'TRUNCATE'): Promise<boolean> => {
    const { busy } = await run(`PRAGMA wal_checkpoint(${mode})`)
    if (busy !== 0n) return false
    if (mode === 'TRUNCATE') mustTruncate = false
    // The first commit of a log that begins anew syncs its head, in the thread of who commits: here.
    await run(`PRAGMA user_version = ${Math.floor(Math.random() * 2 ** 31)}`)
    return true
  }

  /** Whether the log has begun anew. One at a time. */
  const fold = (): Promise<boolean> => {
    running ??= checkpoint()
      .catch(async () => {
        // The disk is full, or another process is in the way.
        const failed = thread
        thread = undefined
        await failed?.end()
        return false
      })
      .then((isDone) => {
        running = undefined
        pagesAtFailure = isDone ? 0 : logPages()
        clearTimeout(retry)
        if ((!isDone || mustTruncate) && !isClosed) {
          retry = setTimeout(() => void fold(), RETRY_MS).unref()
        }
        return isDone
      })
    return running
  }

  return {
    /** To be called after each commit. */
    afterCommit(): void {
      if (!running && logPages() - pagesAtFailure >= LOG_PAGES) void fold()
    },

    /** Takes out of the log what it has of the past. While another process reads that past, it is done a little later. */
    async truncate(): Promise<void> {
      mustTruncate = true
      for (let waitedMs = 0; waitedMs < TRUNCATE_WAIT_MS; waitedMs += TRUNCATE_RETRY_MS) {
        await fold()
        if (!mustTruncate) return
        await new Promise((resolve) => setTimeout(resolve, TRUNCATE_RETRY_MS))
      }
    },

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(retry)
      await running
      await thread?.end()
    },
  }
}
