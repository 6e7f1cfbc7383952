import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/** The SQL of the bytes that accounts had rendered. */
type Query = Kysely<Tables>

/** The bytes of an account in a window that was opened after `sinceMs`. */
export const findRenderedBytes = async (
  query: Query,
  { accountId, sinceMs }: { accountId: bigint; sinceMs: number },
): Promise<{ openedAtMs: number; bytes: number } | undefined> => {
  const [row] = await windowOf(query, { accountId, since: instant(sinceMs) })
  return row && { openedAtMs: Number(row.opened_at), bytes: Number(row.bytes) }
}

const windowOf = prepared((query, { accountId, since }: { accountId: bigint; since: bigint }) =>
  query
    .selectFrom('rendered_bytes')
    .select(['opened_at', 'bytes'])
    .where('account_id', '=', accountId)
    .where('opened_at', '>', since),
)

type Rendered = { accountId: bigint; bytes: number; nowMs: number; sinceMs: number }

/** Adds bytes to the window of an account, and opens a new one if it was opened before `sinceMs`. */
export const addRenderedBytes = async (query: Query, { accountId, bytes, nowMs, sinceMs }: Rendered): Promise<void> => {
  const since = instant(sinceMs)
  await query
    .insertInto('rendered_bytes')
    .values({ account_id: accountId, opened_at: instant(nowMs), bytes: BigInt(bytes) })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(({ ref, eb }) => ({
        bytes: eb
          .case()
          .when('rendered_bytes.opened_at', '>', since)
          .then(eb('rendered_bytes.bytes', '+', ref('excluded.bytes')))
          .else(ref('excluded.bytes'))
          .end(),
        opened_at: eb
          .case()
          .when('rendered_bytes.opened_at', '>', since)
          .then(ref('rendered_bytes.opened_at'))
          .else(ref('excluded.opened_at'))
          .end(),
      })),
    )
    .execute()
}

/** Removes windows that have ended, and those from the future, which a wrong clock has opened. */
export const removeRenderedBytes = async (
  query: Query,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<void> => {
  await query
    .deleteFrom('rendered_bytes')
    .where(({ eb, or }) => or([eb('opened_at', '<=', instant(sinceMs)), eb('opened_at', '>', instant(nowMs))]))
    .execute()
}
