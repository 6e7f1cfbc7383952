import { runJob } from '../../platform/child-job.ts'
import { removeDatabaseFile } from '../../platform/storage/sqlite-file.ts'
import type { CheckedCopy, StoreFile } from './checked-copy.messages.ts'

const program = new URL('./checked-copy.process.ts', import.meta.url)

/**
 * Copies a store and reads the whole copy to check it, in a process: SQLite takes minutes for a large store, and only
 * the end of a process stops it. A failed or stopped copy leaves no file.
 */
export const makeCheckedCopy = async (copy: CheckedCopy, stopping: AbortSignal): Promise<StoreFile> => {
  try {
    // The process is ours, and returns what `checkDatabaseFile` returns.
    return (await runJob(program, copy, stopping)) as StoreFile
  } catch (error) {
    removeDatabaseFile(copy.to)
    throw error
  }
}
