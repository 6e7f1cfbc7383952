import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/** The SQL of notices to staff. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** The state of notices to an account's staff. */
export type Notices = {
  /** When the last notice was written. */
  noticedAtMs: number | undefined
  /** The applications since then. */
  waiting: number
  /** The applications since then whose mail is held: they do not cause a notice by themselves. */
  held: number
}

export const findNotices = async (query: Query, accountId: bigint): Promise<Notices | undefined> => {
  const [row] = await noticesRow(query, { accountId })
  return (
    row && {
      noticedAtMs: row.noticed_at === null ? undefined : Number(row.noticed_at),
      waiting: Number(row.waiting),
      held: Number(row.held),
    }
  )
}

const noticesRow = prepared((query, { accountId }: { accountId: bigint }) =>
  query.selectFrom('application_notices').selectAll().where('account_id', '=', accountId),
)

export const saveNotices = async (
  query: Query,
  accountId: bigint,
  { noticedAtMs, waiting, held }: Notices,
): Promise<void> => {
  const values = {
    noticed_at: noticedAtMs === undefined ? null : instant(noticedAtMs),
    waiting: BigInt(waiting),
    held: BigInt(held),
  }
  await query
    .insertInto('application_notices')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** Accounts with waiting applications whose last notice is old enough. */
export const listDueNotices = async (query: Query, due: { beforeMs: number; limit: number }): Promise<bigint[]> => {
  const rows = await dueRows(query, { before: instant(due.beforeMs), limit: due.limit })
  return rows.map(({ account_id }) => account_id)
}

const dueRows = prepared((query, { before, limit }: { before: bigint; limit: number }) =>
  query
    .selectFrom('application_notices')
    .select('account_id')
    .where('waiting', '>', 0n)
    .where('noticed_at', '<=', before)
    .orderBy('noticed_at')
    .limit(limit),
)
