import type { CommitQueue } from './sqlite-commits.ts'
import type { ForeignChanges } from './sqlite-foreign-changes.ts'
import type { Log } from './sqlite-log.ts'
import { type SqliteThread, startThread } from './sqlite-thread.ts'

/** When the log is longer, it is checkpointed: 4 MiB, SQLite's own default. */
const LOG_PAGES = 1_000
/** A reader of an old snapshot prevents the log from restarting. */
const RETRY_MS = 1_000
/** How long an erasure waits for such a reader; after that the log is truncated as soon as possible. */
const TRUNCATE_WAIT_MS = 5_000
const TRUNCATE_RETRY_MS = 50

type Options = {
  path: string
  commits: CommitQueue
  /** The number of pages in the log. */
  logPages: () => number
  foreignChanges: ForeignChanges
  log: Pick<Log, 'isSound'>
}

/**
 * Checkpoints the log and restarts it, in its own thread, so that its reads, writes and syncs delay nobody. Writes
 * wait only while the log restarts, and reads never do.
 */
export const checkpoints = ({ path, commits, logPages, foreignChanges, log }: Options) => {
  let thread: SqliteThread | undefined
  let running: Promise<boolean> | undefined
  let retry: NodeJS.Timeout | undefined
  let pagesAtFailure = 0
  /** Whether the log must be emptied, as an erasure requires. */
  let mustTruncate = false
  let isClosed = false

  const run = async (sql: string): Promise<Record<string, unknown>> => {
    thread ??= startThread({ path, isReader: false })
    const [row = {}] = await thread.run(sql)
    return row
  }

  const checkpoint = async (): Promise<boolean> => {
    // Does most of the work while writes continue.
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
        // Unless another process has written meanwhile, no data has changed.
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
    // The first commit of a restarted log syncs its header in the committing thread, so let it be this one.
    await run(`PRAGMA user_version = ${Math.floor(Math.random() * 2 ** 31)}`)
    return true
  }

  /** Returns whether the log was restarted. Runs one at a time. */
  const fold = (): Promise<boolean> => {
    running ??= checkpoint()
      .catch(async () => {
        // The disk is full, or another process prevents it.
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
    /** Must be called after each commit. */
    afterCommit(): void {
      if (!running && logPages() - pagesAtFailure >= LOG_PAGES) void fold()
    },

    /** Removes the past from the log. If another process is reading it, that happens a little later. */
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
