import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { olderColumns } from '../../requests/api/subject.ts'

/** The condition that an event is about one of these subjects, also if an older program wrote it. */
export const isAbout =
  (type: string, ids: readonly bigint[]) =>
  ({ eb, or, and }: ExpressionBuilder<Tables, 'events'>) => {
    const found = and([eb('subject_id', 'in', ids), eb('subject_type', '=', type)])
    const older = Object.hasOwn(olderColumns, type) && olderColumns[type as keyof typeof olderColumns]
    return older ? or([found, eb(older, 'in', ids)]) : found
  }
