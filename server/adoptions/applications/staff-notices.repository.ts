import type { Kysely } from 'kysely'
import { isUnqueued } from '../../platform/due-work/due-work.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/** The SQL of notices to staff. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** The due work that sends a digest. Its key is the account. */
export const DIGEST_KIND = 'applications.digest'

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

/** Accounts with waiting applications whose digest is not queued. */
export const listUnqueuedNotices = async (
  query: Query,
  limit: number,
): Promise<{ accountId: bigint; noticedAtMs: number }[]> => {
  const rows = await query
    .selectFrom('application_notices')
    .select(['account_id', 'noticed_at'])
    .where('waiting', '>', 0n)
    .where(isUnqueued(DIGEST_KIND, 'account_id'))
    .limit(limit)
    .execute()
  return rows.map(({ account_id, noticed_at }) => ({ accountId: account_id, noticedAtMs: Number(noticed_at) }))
}
