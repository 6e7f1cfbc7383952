import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { type JobChange, updateJob } from './import-jobs.repository.ts'

type Query = Kysely<Tables>

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

type Claim = { claim: string; nowMs: number; leasedUntilMs: number; limit: number }

/** Queued imports, oldest first, one of each account. */
export const listWaiting = async (
  query: Query,
  { nowMs, limit }: Pick<Claim, 'nowMs' | 'limit'>,
): Promise<{ id: bigint; accountId: bigint }[]> => {
  const rows = await query
    .selectFrom('imports')
    .select(['id', 'account_id'])
    .where('queued_at', 'is not', null)
    .where(isOfActiveAccount)
    .where(({ or, eb }) =>
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', instant(nowMs))]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports as other')
            .select('other.id')
            .where('other.queued_at', 'is not', null)
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

/** Returns false if another worker was first. `isQueued`: only claim it while it is queued. */
export const claimJob = async (
  query: Query,
  {
    id,
    claim,
    nowMs,
    leasedUntilMs,
    isQueued,
  }: Omit<Claim, 'limit'> & {
    id: bigint
    isQueued: boolean
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({ claim, leased_until: instant(leasedUntilMs) })
    .where('id', '=', id)
    .$if(isQueued, (update) => update.where('queued_at', 'is not', null))
    .where(({ or, eb }) =>
      or([eb('leased_until', 'is', null), eb('leased_until', '<=', instant(nowMs))]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Renews the lease of a claim, and saves the progress of a check. Returns false if the claim was
 * lost, or its account was suspended.
 */
export const renewClaim = async (
  query: Query,
  {
    id,
    claim,
    leasedUntilMs,
    checked,
  }: {
    id: bigint
    claim: string
    leasedUntilMs: number
    checked: number | undefined
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({
      leased_until: instant(leasedUntilMs),
      ...(checked !== undefined && { rows: BigInt(checked) }),
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where(isOfActiveAccount)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases one claim, or all of them, so that another worker can continue at once. */
export const releaseClaims = async (query: Query, claim?: string): Promise<void> => {
  await query
    .updateTable('imports')
    .set({ claim: null, leased_until: null })
    .where('claim', 'is not', null)
    .$if(claim !== undefined, (update) => update.where('claim', '=', claim ?? ''))
    .execute()
}

/** Ends a claimed job. Returns false if the claim was lost. */
export const endClaim = async (
  query: Query,
  { id, claim }: { id: bigint; claim: string },
  change: JobChange,
): Promise<boolean> => {
  const own = await query
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return (
    own !== undefined &&
    (await updateJob(query, { id, from: ['checking', 'running'] }, { ...change, queuedAtMs: null }))
  )
}
