import type { DatabaseFile } from '../../platform/storage/sqlite-file.ts'
import type { storeFile } from '../schema/store-file.ts'

// The messages to and from the process.

export type CheckedCopy = {
  path: string
  to: string
  /** Whether others may write to it meanwhile; `copied` if it is at `to` already. */
  use: 'in use' | 'at rest' | 'copied'
}

export type StoreFile = DatabaseFile<(typeof storeFile.counted)[number]>
