import type { ImportResult } from '../files/import.service.ts'
import type { ImportExamples, ImportSummary } from './import-job.ts'

/** A file may have thousands of columns. */
const MAX_FIELDS = 200

export const summaryOf = (result: ImportResult, examples: ImportExamples): ImportSummary => {
  const { rows, added, updated, unchanged, refused, left } = result
  return {
    rows,
    added,
    updated,
    unchanged,
    refused,
    leftOut: left?.leftOut ?? 0,
    markedAsLeft: left?.markedAsLeft ?? 0,
    published: left?.published ?? 0,
    valuesLeftOut: left?.valuesLeftOut ?? 0,
    departed: (left?.departed ?? []).slice(0, MAX_FIELDS),
    noPlace: (left?.noPlace ?? []).slice(0, MAX_FIELDS),
    converted: (left?.converted ?? []).slice(0, MAX_FIELDS),
    headerRows: left?.headerRows ?? 0,
    otherRows: left?.otherRows ?? 0,
    mergedRows: left?.mergedRows ?? 0,
    statusAssumed: left?.statusAssumed ?? 0,
    withoutIds: left?.withoutIds ?? 0,
    photosNamed: left?.photosNamed ?? 0,
    examples,
  }
}
