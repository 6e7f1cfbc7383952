import type { Clock } from '../../platform/clock.ts'
import { type Job, LeaseLost } from '../../platform/due-work/handler.ts'
import type { Database } from '../../platform/storage/database.ts'

type Query = Database['read']

type Deps = {
  clock: Pick<Clock, 'nowMs'>
  claim(query: Query, claim: { id: bigint; nowMs: number; leasedUntilMs: number }): Promise<boolean>
}

export type LeaseImport = ReturnType<typeof importLeases>

/**
 * Keeps programs of release 1.3.0, beside which this one may run during an upgrade, from working on the import of a
 * job. Throws `LeaseLost` if one does. `onRenew` runs in the transactions that renew the lease.
 */
export const importLeases =
  ({ clock, claim }: Deps) =>
  async (job: Job, onRenew: (query: Query) => Promise<void> = async () => {}): Promise<void> => {
    job.onRenew(async (query, leasedUntilMs) => {
      const isOurs = await claim(query, { id: BigInt(job.key), nowMs: clock.nowMs(), leasedUntilMs })
      if (isOurs) await onRenew(query)
      else job.lose('an older program works on it')
    })
    await job.renew()
    if (job.signal.aborted) throw new LeaseLost('the import was not begun')
  }
