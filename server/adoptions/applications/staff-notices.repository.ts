import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/** The SQL of notices to staff. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** What the staff of an account have been notified of, and what they have not. */
export type Notices = {
  /** When the last notice was written. */
  noticedAtMs: number | undefined
  /** Applications since then. */
  waiting: number
  /** Of those since then, the ones whose mail is held: they cause no notice by themselves. */
  held: number
}

export const findNotices = async (
  query: Query,
  accountId: bigint,
): Promise<Notices | undefined> => {
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
    ...{ waiting: BigInt(waiting), held: BigInt(held) },
  }
  await query
    .insertInto('application_notices')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** Accounts whose staff are to be notified of what waits, as their last notice is that old. */
export const listDueNotices = async (
  query: Query,
  due: { beforeMs: number; limit: number },
): Promise<bigint[]> => {
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
