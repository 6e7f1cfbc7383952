import { randomUUID } from 'node:crypto'
import type { Account } from '../../accounts/accounts/account.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import { type Database, DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { SampleService } from './sample.service.ts'
import {
  type Claim,
  claimSampleJob,
  endSampleJob,
  findSampleJob,
  findWaiting,
  hasSampleClaim,
  releaseSampleClaims,
  renewSampleClaim,
  type SampleJob,
  type SampleOutcome,
} from './sample-jobs.repository.ts'
import type { SampleRemoval } from './sample-removal.service.ts'

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  sample: Pick<SampleService, 'add'>
  remove: SampleRemoval
  findAccount(id: bigint): MaybePromise<Account | undefined>
  isUnreviewed(query: Database['read'], id: bigint): MaybePromise<boolean>
  clock: Pick<Clock, 'nowMs'>
  log: Logger
  /** Whether the work must wait, because the store is read-only. */
  isHeld: () => boolean
  /** Whether only this process works on this database, so that all claims found at its start are stale. */
  isAlone: boolean
  stopping: AbortSignal
}

const LEASE_MS = 60_000
const RENEW_MS = 5_000

export type SampleWorker = ReturnType<typeof sampleWorker>

/** The claim was lost: another process works on it, or the request was replaced. */
class ClaimLost extends Error {}

/**
 * Adds and removes sample shelters, one at a time. A claimed task is leased: if this process dies, another one continues
 * it where it stopped.
 */
export const sampleWorker = (deps: Deps) => {
  const { database, sample, remove, clock, log, stopping } = deps
  let hasOldLeases = deps.isAlone
  const leasedUntilMs = () => clock.nowMs() + LEASE_MS

  const working = oneAtATime(
    'samples.run',
    async () => {
      if (stopping.aborted || deps.isHeld()) return
      if (hasOldLeases) {
        await database.write(({ query }) => releaseSampleClaims(query))
        hasOldLeases = false
      }
      for (;;) {
        const nowMs = clock.nowMs()
        const accountId = await findWaiting(database.read, nowMs)
        if (accountId === undefined || stopping.aborted) return
        const claim = { accountId, claim: randomUUID() }
        const isOurs = await database.write(({ query }) =>
          claimSampleJob(query, { ...claim, nowMs, leasedUntilMs: leasedUntilMs() }),
        )
        if (isOurs && !(await workOn(claim))) return
      }
    },
    log,
  )

  /** Returns false if it must be continued later. */
  const workOn = async (claim: Claim): Promise<boolean> => {
    const lost = new AbortController()
    const renew = async () => {
      if (deps.isHeld()) return lost.abort(new ClaimLost('the store is read-only'))
      const renewed = { ...claim, leasedUntilMs: leasedUntilMs() }
      const isOurs = await database.write(({ query }) => renewSampleClaim(query, renewed))
      if (!isOurs) lost.abort(new ClaimLost('the claim was lost'))
    }
    // A failure to renew is harmless: while the database is unavailable, nothing proceeds anyway.
    const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
    const signal = AbortSignal.any([stopping, lost.signal])
    try {
      const outcome = await outcomeOf(claim, signal)
      if (outcome) await database.write(({ query }) => endSampleJob(query, claim, outcome))
      return outcome !== undefined
    } finally {
      clearInterval(timer)
      await database.write(({ query }) => releaseSampleClaims(query, claim.claim)).catch(() => {})
    }
  }

  const outcomeOf = async (claim: Claim, signal: AbortSignal): Promise<SampleOutcome | undefined> => {
    const { accountId } = claim
    try {
      const job = await findSampleJob(database.read, accountId)
      const account = await deps.findAccount(accountId)
      if (!job?.author || !account) return { nowMs: clock.nowMs() }
      const by = { account, author: silent(job.author) }
      const outcome = await run(job, by, { claim, signal })
      return { ...outcome, nowMs: clock.nowMs() }
    } catch (error) {
      const isForLater = signal.aborted || error instanceof ClaimLost || error instanceof DatabaseUnavailable
      if (isForLater) return undefined
      log.error({ err: error, accountId: String(accountId) }, 'the sample shelter failed')
      return { problem: problemOf(error), nowMs: clock.nowMs() }
    }
  }

  const run = async (
    { task }: SampleJob,
    by: { account: Account; author: Author },
    { claim, signal }: { claim: Claim; signal: AbortSignal },
  ): Promise<{ kept?: number }> => {
    if (task === 'remove') {
      const { kept } = await remove(by, { isBegun: true, stopping: signal })
      return { kept }
    }
    await sample.add(by, {
      isBegun: true,
      stopping: signal,
      // Nothing of an account that nobody has accepted may become public, also not later by its acceptance.
      isPublished: !(await deps.isUnreviewed(database.read, by.account.id)),
      async guard(query) {
        if (!(await hasSampleClaim(query, claim))) throw new ClaimLost('the claim was lost')
      },
    })
    return {}
  }

  return {
    /** A task was requested. */
    wake: (): void => void working.run(),
    run: (): Promise<void> => working.run(),
    /** Stops between two transactions. The rest is done after the next start, or by another replica. */
    close: (): Promise<void> => working.ended(),
  }
}

/** Made-up animals are no news for other systems: the feed has their events, but webhooks do not. */
const silent = (author: Author): Author => ({ ...author, isSilent: true })

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'service_unavailable'
    ? 'The pictures could not be stored. The disk may be full, or the store may be busy.'
    : 'Something went wrong on our side.'
