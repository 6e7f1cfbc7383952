import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { isFree } from './import-lease.ts'

type Query = Kysely<Tables>
type Claim = { id: bigint; claim: string }

/** Returns false if another process was first. */
export const claimImport = async (
  query: Query,
  { id, claim, nowMs, leasedUntilMs }: Claim & { nowMs: number; leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({ claim, leased_until: instant(leasedUntilMs) })
    .where('id', '=', id)
    .where(isFree(nowMs))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false if the claim was lost. */
export const renewClaim = async (
  query: Query,
  { id, claim, leasedUntilMs }: Claim & { leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({ leased_until: instant(leasedUntilMs) })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const hasClaim = async (query: Query, { id, claim }: Claim): Promise<boolean> => {
  const row = await query
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return row !== undefined
}

/** Releases one claim, or all of them, so that another process can continue at once. */
export const releaseClaims = async (query: Query, claim?: string): Promise<void> => {
  await query
    .updateTable('imports')
    .set({ claim: null, leased_until: null })
    .where('claim', 'is not', null)
    .$if(claim !== undefined, (update) => update.where('claim', '=', claim ?? ''))
    .execute()
}
