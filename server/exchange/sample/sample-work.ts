import type { Account } from '../../accounts/accounts/account.ts'
import type { Clock } from '../../platform/clock.ts'
import { type DueWorkHandler, type Job, LeaseLost } from '../../platform/due-work/handler.ts'
import type { Logger } from '../../platform/log.ts'
import { type Database, DatabaseUnavailable, type Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { SampleService } from './sample.service.ts'
import {
  endSampleJob,
  findSampleJob,
  isCurrentSampleJob,
  isOfActiveAccount,
  listUnqueuedSamples,
  SAMPLE_KIND,
} from './sample-jobs.repository.ts'
import type { SamplePictures } from './sample-pictures.ts'
import type { SampleRemoval } from './sample-removal.service.ts'

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  sample: Pick<SampleService, 'add'>
  remove: SampleRemoval
  pictureOf: SamplePictures
  findAccount(id: bigint): Promise<Account | undefined>
  isUnreviewed(query: Database['read'], id: bigint): Promise<boolean>
  clock: Pick<Clock, 'nowMs'>
  log: Logger
}

/** Adds and removes sample shelters, as requested over HTTP. */
export const sampleWork = ({ database, sample, remove, pictureOf, clock, log, ...deps }: Deps): DueWorkHandler => ({
  kind: SAMPLE_KIND,
  isReady: () => isOfActiveAccount,
  listUnqueued: listUnqueuedSamples,

  async run(job: Job): Promise<void> {
    const accountId = BigInt(job.key)
    const request = await findSampleJob(database.read, accountId)
    if (!request?.author) return
    const current = { accountId, task: request.task }
    job.onRenew(async (query) => {
      if (!(await isCurrentSampleJob(query, current))) job.lose(REPLACED)
    })
    const guard = async (trx: Pick<Trx, 'query'>): Promise<void> => {
      await job.check(trx)
      if (!(await isCurrentSampleJob(trx.query, current))) throw new LeaseLost(REPLACED)
    }
    const continuing = { guard, isBegun: true, stopping: job.signal }

    const work = async (account: Account, author: Author): Promise<{ kept?: number }> => {
      if (request.task === 'remove') return remove({ account, author }, continuing)
      // Nothing of an account that nobody has accepted may become public, also not later by its acceptance.
      const isPublished = !(await deps.isUnreviewed(database.read, accountId))
      // The details of a real shelter stay as they are.
      await sample.add({ account, author }, { ...continuing, pictureOf, isPublished, keepsOrganization: true })
      return {}
    }

    const outcome = async (author: Author): Promise<{ kept?: number; problem?: string }> => {
      try {
        const account = await deps.findAccount(accountId)
        return account ? await work(account, silent(author)) : {}
      } catch (error) {
        const isForLater = job.signal.aborted || error instanceof LeaseLost || error instanceof DatabaseUnavailable
        if (isForLater) throw error
        log.error({ err: error, accountId: job.key }, 'the sample shelter failed')
        return { problem: problemOf(error) }
      }
    }

    const ended = { ...(await outcome(request.author)), nowMs: clock.nowMs() }
    await database.write(({ query }) => endSampleJob(query, current, ended))
  },
})

const REPLACED = 'the request was replaced, or its account is suspended'

/** Made-up animals are no news for other systems: the feed has their events, but webhooks do not. */
const silent = (author: Author): Author => ({ ...author, isSilent: true })

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'service_unavailable'
    ? 'The pictures could not be stored. The disk may be full, or the store may be busy.'
    : 'Something went wrong on our side.'
