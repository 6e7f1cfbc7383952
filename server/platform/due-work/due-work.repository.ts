import type { Kysely } from 'kysely'
import { hasManyWriters } from '../storage/engine.ts'
import { prepared } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.ts'
import { withDue } from '../storage/with-due.ts'
import { instant } from '../time.ts'
import type { NewWork, WorkFilter, WorkName } from './handler.ts'

type Query = Kysely<Tables>
/** Work that a process has leased. */
type Leased = WorkName & { leasedBy: string }

export const addWork = async (query: Query, { kind, key, dueAtMs, payload }: NewWork): Promise<void> => {
  const values = {
    due_at: instant(dueAtMs),
    attempts: 0n,
    payload: payload === undefined ? null : JSON.stringify(payload),
  }
  await query
    .insertInto('due_work')
    .values({ kind, key, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(values))
    .execute()
}

export const removeWork = async (query: Query, { kind, key }: WorkName): Promise<void> => {
  await query.deleteFrom('due_work').where('kind', '=', kind).where('key', '=', key).execute()
}

export const hasDueWork = async (query: Query, due: { kinds: readonly string[]; nowMs: number }): Promise<boolean> => {
  const rows = await dueRow(query, { kinds: [...due.kinds], now: instant(due.nowMs) })
  return rows.length > 0
}

const dueRow = prepared((query, { kinds, now }: { kinds: string[]; now: bigint }) =>
  query
    .selectFrom('due_work')
    .select('kind')
    .where('kind', 'in', kinds)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .limit(1),
)

type Ready = {
  kind: string
  nowMs: number
  /** Only this one. */
  key?: string | undefined
  /** What this process is still working on. */
  busyKeys: readonly string[]
  isReady: WorkFilter | undefined
}

/** The work of a kind that has been due longest and that no process works on. */
const readyWork = (query: Query, { kind, nowMs, key, busyKeys, isReady }: Ready) =>
  query
    .selectFrom('due_work')
    .select('key')
    .where('kind', '=', kind)
    .where('due_at', '<=', instant(nowMs))
    .where(({ eb, or }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', instant(nowMs))]))
    .$if(key !== undefined, (select) => select.where('key', '=', key ?? ''))
    .$if(busyKeys.length > 0, (select) => select.where('key', 'not in', busyKeys))
    .$if(isReady !== undefined, (select) => (isReady ? select.where(isReady) : select))
    .orderBy('due_at')
    .orderBy('key')
    .limit(1)

export const hasReadyWork = async (query: Query, ready: Ready): Promise<boolean> =>
  (await readyWork(query, ready).executeTakeFirst()) !== undefined

export type ClaimedWork = { key: string; payload: unknown; attempts: number }

/** Leases the work of a kind that has been due longest. Undefined if others were first. */
export const claimWork = async (
  query: Query,
  { leasedBy, leasedUntilMs, ...ready }: Ready & { leasedBy: string; leasedUntilMs: number },
): Promise<ClaimedWork | undefined> => {
  const row = await withDue(query, readyWork(query, ready))
    .updateTable('due_work')
    .set(({ eb }) => ({
      leased_by: leasedBy,
      leased_until: instant(leasedUntilMs),
      attempts: eb('attempts', '+', 1n),
    }))
    .where('kind', '=', ready.kind)
    .where('key', 'in', ({ selectFrom }) => selectFrom('due').select('key'))
    .returning(['key', 'payload', 'attempts'])
    .executeTakeFirst()
  return row && { key: row.key, payload: JSON.parse(row.payload ?? 'null'), attempts: Number(row.attempts) }
}

/** Returns false if the lease was lost. */
export const renewLease = async (
  query: Query,
  { leasedUntilMs, ...leased }: Leased & { leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await updateLeased(query, leased)
    .set({ leased_until: instant(leasedUntilMs) })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a process still has a lease, which nobody else can take before the commit. */
export const hasLease = async (
  query: Query,
  { kind, key, leasedBy, nowMs }: Leased & { nowMs: number },
): Promise<boolean> => {
  const row = await query
    .selectFrom('due_work')
    .select('key')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('leased_by', '=', leasedBy)
    .where('leased_until', '>', instant(nowMs))
    .$if(hasManyWriters(query), (select) => select.forUpdate())
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the lease, and the work too unless it was added again meanwhile. Returns false if the lease was lost. */
export const endWork = async (query: Query, { kind, key, leasedBy }: Leased): Promise<boolean> => {
  const { numDeletedRows } = await query
    .deleteFrom('due_work')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('leased_by', '=', leasedBy)
    .where('attempts', '>', 0n)
    .executeTakeFirst()
  return numDeletedRows === 1n || releaseLease(query, { kind, key, leasedBy })
}

/** Returns false if the lease was lost. */
export const releaseLease = async (query: Query, leased: Leased): Promise<boolean> => {
  const { numUpdatedRows } = await updateLeased(query, leased).set(noLease).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the lease, and repeats the work at a time, unless it was added again meanwhile. */
export const postponeWork = async (
  query: Query,
  { dueAtMs, ...leased }: Leased & { dueAtMs: number },
): Promise<void> => {
  await updateLeased(query, leased)
    .where('attempts', '>', 0n)
    .set({ due_at: instant(dueAtMs), ...noLease })
    .executeTakeFirst()
  await releaseLease(query, leased)
}

/** Releases the leases of processes that have ended, where no other process can have one. */
export const releaseAllLeases = async (query: Query): Promise<void> => {
  await query.updateTable('due_work').set(noLease).where('leased_by', 'is not', null).execute()
}

const noLease = { leased_by: null, leased_until: null }

const updateLeased = (query: Query, { kind, key, leasedBy }: Leased) =>
  query.updateTable('due_work').where('kind', '=', kind).where('key', '=', key).where('leased_by', '=', leasedBy)
