import { fdatasync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { DatabaseUnavailable } from './database.ts'
import type { Durability } from './sqlite-commits.ts'

/** Makes the content of a file durable; tests can observe the calls. */
export type SyncFile = (fd: number) => Promise<void>

const syncFile: SyncFile = promisify(fdatasync)

type Options = {
  writer: DatabaseSync
  reader: DatabaseSync
  /** Called when the current state may be read. */
  onShown: () => void
  /** Called when a change became readable that no write has reported. */
  onSurprise: () => void
  sync?: SyncFile | undefined
}

export type Log = Durability & {
  /** Whether everything committed is known to be on the disk, except for the group in progress. */
  isSound(): boolean
  close(): Promise<void>
}

const CHUNK = 1024 * 1024

/**
 * Syncs the write-ahead log after each commit, in its own thread, so that a slow disk delays only writers. Until then
 * the commit is in the log but not durable, so the reader stays at the state before it.
 *
 * The log remains one file as long as a connection is open: only the last connection removes it, and a checkpoint at
 * most truncates it.
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
   * After a failed sync, the system may consider pages written that are not, so that another sync would prove nothing.
   * Therefore every byte of the log is first written again, while nobody else can write to it.
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
