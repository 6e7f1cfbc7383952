import type { Fault, ImportRow } from './import-file.ts'

/** A row that was rejected, as a whole or in part. */
export type RejectedRow = Pick<ImportRow, 'line' | 'raw'> & { faults: readonly Fault[] }

export type Counts = { added: number; updated: number; unchanged: number }
