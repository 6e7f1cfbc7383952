import { fdatasync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { DatabaseUnavailable } from './database.ts'
import type { Durability } from './sqlite-commits.ts'

/** Makes what is in a file last; a test may look at when it is called. */
export type SyncFile = (fd: number) => Promise<void>

const syncFile: SyncFile = promisify(fdatasync)

type Options = {
  writer: DatabaseSync
  reader: DatabaseSync
  /** What is there now may be read. */
  onShown: () => void
  /** Something came to be readable that no effect of a write has said. */
  onSurprise: () => void
  sync?: SyncFile | undefined
}

export type Log = Durability & {
  /** Whether all that was committed is known to be on the disk, but for the group under way. */
  isSound(): boolean
  close(): Promise<void>
}

const CHUNK = 1024 * 1024

/**
 * Syncs the write-ahead log after each commit, in a thread of its own, so that a slow disk holds up nobody but who
 * writes. Until then the commit is in the log but nobody can rely on it: the reader is kept at the state before it.
 *
 * The log is one file as long as a connection is open: only the last one removes it, a checkpoint at most truncates it.
 */
export const openLog = async (
  path: string,
  { writer, reader, onShown, onSurprise, sync = syncFile }: Options,
): Promise<Log> => {
  const file = await open(`${path}-wal`, 'r+')
  const begin = reader.prepare('BEGIN')
  const pin = reader.prepare('SELECT 1 FROM sqlite_schema LIMIT 1')
  const unpin = reader.prepare('COMMIT')
  let hasFailed = false

  const show = () => {
    if (!reader.isTransaction || hasFailed) return
    unpin.run()
    onShown()
  }

  /**
   * After a sync that failed, the system may hold pages for written that are not: to sync again would be no proof. So
   * every byte of the log is written once more before, while nobody else can write to it.
   */
  const writeAgain = async (): Promise<void> => {
    writer.exec('BEGIN IMMEDIATE')
    try {
      const chunk = Buffer.alloc(CHUNK)
      for (let at = 0; ; ) {
        const { bytesRead } = await file.read(chunk, 0, CHUNK, at)
        if (bytesRead === 0) break
        at += (await file.write(chunk, 0, bytesRead, at)).bytesWritten
      }
      await sync(file.fd)
    } finally {
      writer.exec('ROLLBACK')
    }
  }

  return {
    async prepare() {
      if (!hasFailed) return
      try {
        await writeAgain()
      } catch (error) {
        throw new DatabaseUnavailable(error)
      }
      hasFailed = false
      show()
      onSurprise()
    },
    hide() {
      if (reader.isTransaction) return
      begin.run()
      pin.get()
    },
    show,
    isSound: () => !hasFailed,
    async sync() {
      try {
        await sync(file.fd)
      } catch (error) {
        hasFailed = true
        throw new DatabaseUnavailable(error)
      }
    },
    close: () => file.close(),
  }
}
