import type { ExpressionBuilder } from 'kysely'
import type { Trx } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

/** An import that only this process works on. */
export type Lease = AsyncDisposable & {
  id: bigint
  claim: string
  /** Aborts if this process stops, or the lease is lost. */
  signal: AbortSignal
  /** Throws `LeaseLost` in a transaction that another process may have overtaken. */
  check(trx: Pick<Trx, 'query' | 'lock'>): Promise<void>
  /** Gives the lease up. */
  lose(reason: string): void
}

/** Another process works on the import, or nobody may at the moment. It is continued later. */
export class LeaseLost extends Error {}

/** Whether no process has leased an import. */
export const isFree =
  (nowMs: number) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'imports'>) =>
    or([eb('imports.leased_until', 'is', null), eb('imports.leased_until', '<=', instant(nowMs))])
