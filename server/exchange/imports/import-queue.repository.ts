import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { isFree } from '../transfer/import-lease.ts'
import { type JobChange, updateJob } from './import-jobs.repository.ts'

type Query = Kysely<Tables>

/** The statuses of queued imports. */
export type QueuedStatus = 'checking' | 'running'

/** Imports of a suspended account wait until it is active again. */
const isOfActiveAccount = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'imports'>) =>
  not(
    exists(
      selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.id', '=', 'imports.account_id')
        .where('accounts.suspended_at', 'is not', null),
    ),
  )

type Waiting = { status: QueuedStatus; nowMs: number; limit: number }

/** Queued imports with a status, oldest first, of accounts without another one that is being worked on. */
export const listWaiting = async (
  query: Query,
  { status, nowMs, limit }: Waiting,
): Promise<{ id: bigint; accountId: bigint }[]> => {
  const rows = await query
    .selectFrom('imports')
    .select(['id', 'account_id'])
    .where('queued_at', 'is not', null)
    .where('status', '=', status)
    .where(isOfActiveAccount)
    .where(isFree(nowMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports as other')
            .select('other.id')
            .where('other.queued_at', 'is not', null)
            .where('other.status', '=', status)
            .whereRef('other.account_id', '=', 'imports.account_id')
            .where('other.leased_until', '>', instant(nowMs)),
        ),
      ),
    )
    .orderBy('queued_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, account_id }) => ({ id, accountId: account_id ?? 0n }))
}

/** Saves the progress of a check. Returns false if its account was suspended. */
export const saveProgress = async (query: Query, id: bigint, checked: number | undefined): Promise<boolean> => {
  const active = await query
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where(isOfActiveAccount)
    .executeTakeFirst()
  if (!active) return false
  if (checked === undefined) return true
  await query
    .updateTable('imports')
    .set({ rows: BigInt(checked) })
    .where('id', '=', id)
    .execute()
  return true
}

/** Ends the check or run of an import. */
export const endJob = (query: Query, id: bigint, change: JobChange): Promise<boolean> =>
  updateJob(query, { id, from: ['checking', 'running'] }, { ...change, queuedAtMs: null })
