import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { isUnclaimed, OUR_CLAIM } from './import-lease.ts'

/** Leases an import in its own row. Returns false if a program of release 1.3.0 works on it. */
export const claimImport = async (
  query: Kysely<Tables>,
  { id, nowMs, leasedUntilMs }: { id: bigint; nowMs: number; leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({ claim: OUR_CLAIM, leased_until: instant(leasedUntilMs) })
    .where('id', '=', id)
    .where(isUnclaimed(nowMs))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
