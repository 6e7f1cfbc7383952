import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CheckedCopy, StoreFile } from './checked-copy.messages.ts'

/**
 * Copies a store and reads the whole copy to check it, in a thread: SQLite takes minutes for a large store, and would
 * block this thread.
 */
export const makeCheckedCopy = async (copy: CheckedCopy): Promise<StoreFile> => {
  const worker = new Worker(new URL('./checked-copy.worker.ts', import.meta.url), {
    workerData: copy,
    name: 'checked copy',
  })
  const [checked] = await once(worker, 'message')
  return checked
}
