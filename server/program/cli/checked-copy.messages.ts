// The start data and the messages of the thread.
import type { DatabaseFile } from '../../platform/storage/sqlite-file.ts'
import type { storeFile } from '../schema/store-file.ts'

export type CheckedCopy = {
  path: string
  to: string
  /** Whether others may write to it meanwhile. */
  isInUse: boolean
}

export type StoreFile = DatabaseFile<(typeof storeFile.counted)[number]>
