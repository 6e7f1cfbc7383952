import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type Lease, LeaseLost } from './import-lease.ts'

type Query = Database['read']
type Claim = { id: bigint; claim: string }

type Deps = {
  database: Pick<Database, 'write'>
  clock: Pick<Clock, 'nowMs'>
  stopping: AbortSignal
  claims: {
    claim(query: Query, claim: Claim & { nowMs: number; leasedUntilMs: number }): Promise<boolean>
    renew(query: Query, claim: Claim & { leasedUntilMs: number }): Promise<boolean>
    has(query: Query, claim: Claim): Promise<boolean>
    release(query: Query, claim?: string): Promise<void>
  }
}

/** How long a process that has died delays the others. */
const LEASE_MS = 20_000
const RENEW_MS = 1_000

export type ImportLeases = ReturnType<typeof importLeases>

/**
 * Leases of imports, for whatever is done with one: a check, a run, undoing it. If a process dies, another one
 * continues its work when its lease has expired.
 */
export const importLeases = ({ database, clock, stopping, claims }: Deps) => {
  const leasedUntilMs = () => clock.nowMs() + LEASE_MS

  return {
    /** Undefined if another process has the lease. `onRenew` runs in the transactions that renew it. */
    async take(
      id: bigint,
      onRenew: (lease: Lease, query: Query) => Promise<void> | void = () => {},
    ): Promise<Lease | undefined> {
      const claim = randomUUID()
      const isOurs = await database.write(({ query }) =>
        claims.claim(query, { id, claim, nowMs: clock.nowMs(), leasedUntilMs: leasedUntilMs() }),
      )
      if (!isOurs) return undefined
      const lost = new AbortController()
      const renew = async () => {
        await database.write(async ({ query }) => {
          const isRenewed = await claims.renew(query, { id, claim, leasedUntilMs: leasedUntilMs() })
          if (isRenewed) await onRenew(lease, query)
          else lease.lose('another process works on it')
        })
      }
      // A failure to renew is harmless: while the database is unavailable, nothing proceeds anyway.
      const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
      const lease: Lease = {
        id,
        claim,
        signal: AbortSignal.any([stopping, lost.signal]),
        lose: (reason) => lost.abort(new LeaseLost(reason)),
        async check(trx) {
          await trx.lock('imports', id)
          if (!(await claims.has(trx.query, { id, claim }))) {
            throw new LeaseLost('another process works on it')
          }
        },
        async [Symbol.asyncDispose]() {
          clearInterval(timer)
          await database.write(({ query }) => claims.release(query, claim)).catch(() => {})
        },
      }
      return lease
    },

    /** Releases the leases of processes that have ended, where no other process can have one. */
    releaseAll: (): Promise<void> => database.write(({ query }) => claims.release(query)),
  }
}
