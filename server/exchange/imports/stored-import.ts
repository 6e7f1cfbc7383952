import type { Author } from '../../requests/author/author.ts'
import type { Tally } from '../files/imports.repository.ts'
import type { RecognizedFile } from '../files/recognized-file.ts'
import type { ImportOptions, ImportStatus, ImportSummary } from './import-job.ts'

/** `receiving` until its file is stored completely; `removed` is hidden but counts for a day. */
export type StoredStatus = ImportStatus | 'receiving' | 'removed'

/** The outcome of an import. */
export type Outcome = {
  check?: ImportSummary
  result?: ImportSummary
  undone?: { removed: number; restored: number; kept: number }
}

/** The caller who requested an import. Permissions for ids and categories are decided at that time. */
export type Requester = {
  author: Author
  /** Whether a row may add an animal with an id of its choice. */
  mayChooseIds: boolean
  /** Whether missing categories are created by name. */
  mayNameCategories: boolean
}

/** An import over HTTP as it is stored. */
export type StoredJob = {
  id: bigint
  accountId: bigint
  status: StoredStatus
  fileName: string
  bytes: number
  options: ImportOptions
  recognized: RecognizedFile | null
  outcome: Outcome
  problem: string | undefined
  digest: string
  tally: Tally
  totalRows: number | undefined
  createdAtMs: number
  updatedAtMs: number
  finishedAtMs: number | undefined
  queuedAtMs: number | undefined
  requester: Requester | undefined
}
