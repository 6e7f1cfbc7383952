import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/**
 * The SQL of counts of mail about applications. Each function takes the connection or transaction
 * it runs on.
 */
type Query = Kysely<Tables>

type Used = { countedBy: string; most: number; sinceMs: number }

/** Whether at least `most` mails were counted since then. */
export const isUsedUp = async (query: Query, { countedBy, most, sinceMs }: Used): Promise<boolean> => {
  const rows = await lastCounted(query, { countedBy, before: most - 1, since: instant(sinceMs) })
  return rows.length > 0
}

const lastCounted = prepared(
  (query, { countedBy, before, since }: { countedBy: string; before: number; since: bigint }) =>
    query
      .selectFrom('counted_mails')
      .select('id')
      .where('counted_by', '=', countedBy)
      .where('sent_at', '>', since)
      .orderBy('sent_at', 'desc')
      .limit(1)
      .offset(before),
)

export const countMailed = async (query: Query, names: readonly string[], nowMs: number): Promise<void> => {
  const rows = names.map((countedBy) => ({ counted_by: countedBy, sent_at: instant(nowMs) }))
  await query.insertInto('counted_mails').values(rows).execute()
}

/** Removes some old rows. Returns how many. */
export const removeCounted = async (query: Query, beforeMs: number, limit: number): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('counted_mails')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('counted_mails')
        .select('id')
        .where('sent_at', '<=', instant(beforeMs))
        .orderBy('sent_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
