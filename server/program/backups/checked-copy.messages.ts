import type { DatabaseFile } from '../../platform/storage/sqlite-file.ts'
import type { storeFile } from '../schema/store-file.ts'

// What the process is sent, and what it returns.

export type CheckedCopy = {
  path: string
  to: string
  /** Whether others may write to it meanwhile; `copied` if it is at `to` already. */
  use: 'in use' | 'at rest' | 'copied'
}

export type StoreFile = DatabaseFile<(typeof storeFile.counted)[number]>
