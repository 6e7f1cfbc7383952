import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { isUnqueued } from '../../platform/due-work/due-work.ts'
import type { WorkFilter } from '../../platform/due-work/handler.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { importOfWork, importWork, isOfUnclaimedImport } from '../files/import-lease.ts'
import { type JobChange, updateJob } from './import-jobs.repository.ts'

type Query = Kysely<Tables>

/** The statuses of queued imports, and their due work. */
export const kindOf = { checking: importWork.check, running: importWork.run } as const
export type QueuedStatus = keyof typeof kindOf

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

/** Whether the import of due work can be begun: its account is active, and no other import of it is worked on. */
export const isReadyImport =
  (status: QueuedStatus) =>
  (nowMs: number): WorkFilter =>
  (work) =>
    work.and([
      isOfUnclaimedImport(nowMs)(work),
      work.not(
        work.exists(
          work
            .selectFrom('imports')
            .innerJoin('accounts', 'accounts.id', 'imports.account_id')
            .select('imports.id')
            .where('imports.id', '=', importOfWork(work))
            .where('accounts.suspended_at', 'is not', null),
        ),
      ),
      work.not(
        work.exists(
          work
            .selectFrom('due_work as other')
            .innerJoin('imports as begun', (join) => join.on('begun.id', '=', sql`cast(other.key as bigint)`))
            .innerJoin('imports', 'imports.account_id', 'begun.account_id')
            .select('other.key')
            .where('other.kind', '=', kindOf[status])
            .where('other.leased_until', '>', instant(nowMs))
            .where('imports.id', '=', importOfWork(work)),
        ),
      ),
    ])

/** Imports that wait with a status, without being queued. */
export const listUnqueuedImports =
  (status: QueuedStatus) =>
  async (query: Query, limit: number): Promise<{ key: string; dueAtMs: number }[]> => {
    const rows = await query
      .selectFrom('imports')
      .select(['id', 'queued_at'])
      .where('queued_at', 'is not', null)
      .where('status', '=', status)
      .where(isUnqueued(kindOf[status], 'imports.id'))
      .limit(limit)
      .execute()
    return rows.map(({ id, queued_at }) => ({ key: String(id), dueAtMs: Number(queued_at) }))
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
