import type { Author } from '../../requests/author/author.ts'
import type { Tally } from '../transfer/imports.repository.ts'
import type { RecognizedFile } from '../transfer/recognized-file.ts'
import type { ImportOptions, ImportStatus, ImportSummary } from './import-job.ts'

/** `receiving` until its file is stored whole; `removed` is shown to nobody, and counts for a day. */
export type StoredStatus = ImportStatus | 'receiving' | 'removed'

/** What an import has come to. */
export type Outcome = {
  check?: ImportSummary
  result?: ImportSummary
  undone?: { removed: number; restored: number; kept: number }
}

/** Whose import it is: how animals and categories may be named is decided when somebody asks for it. */
export type Requester = {
  author: Author
  /** Whether a row may give an animal an id that no animal has. */
  mayChooseIds: boolean
  /** Whether categories are made for names that none has. */
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
