import type { Clock } from '../../platform/clock.ts'
import { type DueWorkChange, dueWork } from '../../platform/due-work/due-work.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { sampleError } from './sample.errors.ts'
import type { Sample } from './sample.ts'
import type { SampleChange } from './sample-change.ts'
import {
  countSampleAnimals,
  findSampleJob,
  hasAnimals,
  queueSampleJob,
  SAMPLE_KIND,
  type SampleJob,
} from './sample-jobs.repository.ts'
import { sampleSize } from './sample-shelter.ts'

type Query = Trx['query']

type Deps = {
  database: Database<SampleChange | DueWorkChange, Author>
  clock: Pick<Clock, 'nowMs'>
}

/** How long after an addition an account can add the sample again. */
const AGAIN_MS = 3_600_000

export type SampleJobsService = ReturnType<typeof sampleJobsService>

/** Requests for the sample shelter over HTTP. The worker carries them out. */
export const sampleJobsService = ({ database, clock }: Deps) => {
  const find = async (query: Query, accountId: bigint): Promise<Found> => {
    const job = await findSampleJob(query, accountId)
    const counts = await countSampleAnimals(query, accountId)
    return { job, sample: shown(job, counts) }
  }

  /** Runs `decide` with the request that is there. If it returns a time, it queues the task. */
  const request = async (
    { caller: { accountId }, author }: By<{ accountId: bigint }>,
    task: 'add' | 'remove',
    decide: (query: Query, found: Found) => Promise<number | undefined>,
  ): Promise<Sample> => {
    await database.writeAs(author, async (trx) => {
      await trx.settle()
      // Requests for one account wait for each other, and for animals that are being added.
      await trx.lock('accounts', accountId)
      const addedAtMs = await decide(trx.query, await find(trx.query, accountId))
      if (addedAtMs === undefined) return
      await queueSampleJob(trx.query, { accountId, task, author, addedAtMs })
      await dueWork.add(trx, { kind: SAMPLE_KIND, key: String(accountId), dueAtMs: clock.nowMs() })
      const kind = task === 'add' ? 'sample addition begun' : 'sample removal begun'
      trx.record({ kind, accountId })
    })
    return (await find(database.read, accountId)).sample
  }

  return {
    /** Counting reads all animals of the account, which may be many. */
    get: async (caller: { accountId: bigint }): Promise<Sample> =>
      (await find(readsFor(database, caller).beside(), caller.accountId)).sample,

    /** Throws `account_has_animals`, `sample_under_way`, `rate_limit_exceeded`. */
    add: (by: By<{ accountId: bigint }>): Promise<Sample> =>
      request(by, 'add', async (query, { job, sample: { status } }) => {
        if (status === 'adding' || status === 'added') return undefined
        if (status === 'removing') throw sampleError('sample_under_way')
        if (status === 'additionFailed' && job) return job.addedAtMs
        // Those that a removal kept are ordinary animals.
        if (await hasAnimals(query, by.caller.accountId)) throw sampleError('account_has_animals')
        checkPause(job, clock.nowMs())
        return clock.nowMs()
      }),

    remove: (by: By<{ accountId: bigint }>): Promise<Sample> =>
      request(by, 'remove', async (_query, { job, sample: { status } }) => {
        if (status === 'absent' || status === 'removing') return undefined
        return job?.addedAtMs ?? 0
      }),
  }
}

type Found = { job: SampleJob | undefined; sample: Sample }

/** Adding and removing it again and again would fill the feed. */
const checkPause = (job: SampleJob | undefined, nowMs: number): void => {
  const againMs = (job?.addedAtMs ?? -Infinity) + AGAIN_MS
  if (againMs <= nowMs) return
  throw requestError('rate_limit_exceeded', {
    message: `The sample was added and removed within the last hour. You can add it again at ${showTime(againMs)}.`,
    headers: { 'retry-after': String(Math.ceil((againMs - nowMs) / 1_000)) },
  })
}

const shown = (job: SampleJob | undefined, { animals, published }: { animals: number; published: number }): Sample => {
  const kept = job?.kept ?? 0
  const left = Math.max(0, animals - kept)
  return {
    status: statusOf(job, left),
    animals: left,
    published: Math.min(left, published),
    total: sampleSize,
    kept,
    ...(job?.problem !== undefined && { problem: job.problem }),
  }
}

const statusOf = (job: SampleJob | undefined, animals: number): Sample['status'] => {
  if (job?.isUnderWay) return job.task === 'add' ? 'adding' : 'removing'
  if (job?.problem !== undefined) return job.task === 'add' ? 'additionFailed' : 'removalFailed'
  return animals > 0 ? 'added' : 'absent'
}
