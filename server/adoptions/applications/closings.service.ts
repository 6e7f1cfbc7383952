import { setImmediate as turn } from 'node:timers/promises'
import type { MailChange } from '../../accounts/mail/mail.ts'
import type { Clock } from '../../platform/clock.ts'
import { type DueWorkChange, dueWork } from '../../platform/due-work/due-work.ts'
import type { DueWorkHandler, Job } from '../../platform/due-work/handler.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import type { ApplicationChange, OwnedApplication } from './application.ts'
import type { ApplicationMails } from './application-mails.service.ts'
import {
  CLOSING_KIND,
  type Closing,
  declineAll,
  findClosing,
  insertClosing,
  isClosing,
  lastIdFor,
  listUnqueuedClosings,
  lockOthers,
  removeClosing,
} from './closings.repository.ts'

type Changes = ApplicationChange | MailChange | DueWorkChange

type Deps = {
  database: Database<Changes, Author>
  mails: Pick<ApplicationMails, 'moved'>
  clock: Pick<Clock, 'nowMs'>
}

/** Declined in one transaction, as all writes wait for it. */
const DECLINED_AT_ONCE = 25

/** The locked applications of an approval: all of the closing's, or the first of them. */
type Others = { closing: Closing; locked: OwnedApplication[] }

export type Closings = ReturnType<typeof closingsService>

/**
 * Declines the other applications for an animal after an approval. So that many of them do not
 * delay writers, the first are declined in the transaction of the approval, which also stores a
 * closing, and the rest in later transactions, by any replica. Until then nobody can change them.
 */
export const closingsService = ({ database, mails, clock }: Deps) => {
  const decline = async (trx: Trx<Changes>, others: readonly OwnedApplication[]): Promise<boolean> => {
    if (others.length === 0) return false
    const nowMs = clock.nowMs()
    const ids = others.map(({ application }) => application.id)
    await declineAll(trx.query, ids, nowMs)
    const time = showTime(nowMs)
    for (const { application: before, ownerId, ...owned } of others) {
      const after = { ...before, status: 'declined' as const, updatedAt: time, closedAt: time }
      trx.record({ kind: 'application changed', before, after, ownerId })
      await mails.moved(trx, { ...owned, application: after, ownerId }, { by: 'owner' })
    }
    return others.length === DECLINED_AT_ONCE
  }

  /** Returns whether there may be more. */
  const step = (job: Job, closing: Closing & { author: Author }): Promise<boolean> =>
    database.writeAs(closing.author, async (trx) => {
      await job.check(trx)
      const hasMore = await decline(trx, await lockOthers(trx.query, closing, DECLINED_AT_ONCE))
      if (hasMore) return true
      await removeClosing(trx.query, closing.applicationId)
      await job.end(trx)
      return false
    })

  /** Declines the rest, including what a stopped replica has left. */
  const dueWorkHandler: DueWorkHandler = {
    kind: CLOSING_KIND,
    listUnqueued: listUnqueuedClosings,
    async run(job) {
      const closing = await findClosing(database.read, BigInt(job.key))
      // Yields, so that other writers can run in between.
      while (closing && (await step(job, closing))) {
        await turn()
        job.signal.throwIfAborted()
      }
    },
  }

  return {
    /**
     * Locks the first of the others together with the application itself, before it is approved.
     */
    async lockFirst(trx: Trx, { applicationId, petId }: Omit<Closing, 'upToId'>): Promise<Others> {
      const closing = { applicationId, petId, upToId: await lastIdFor(trx.query, petId) }
      return { closing, locked: await lockOthers(trx.query, closing, DECLINED_AT_ONCE) }
    },

    /** Declines the locked ones, and stores a closing if there may be more. */
    async begin(trx: Trx<Changes>, { closing, locked }: Others, author: Author): Promise<void> {
      const hasMore = await decline(trx, locked)
      if (!hasMore) return
      const nowMs = clock.nowMs()
      await insertClosing(trx.query, { ...closing, author }, nowMs)
      await dueWork.add(trx, { kind: CLOSING_KIND, key: String(closing.applicationId), dueAtMs: nowMs })
    },

    /** Whether an open application will be declined, and so counts as closed. */
    isPending: async (
      query: Trx['query'],
      { application: { id, petId }, ownerId }: Pick<OwnedApplication, 'application' | 'ownerId'>,
    ): Promise<boolean> => petId !== undefined && isClosing(query, { id, petId, ownerId }),

    dueWork: dueWorkHandler,
  }
}
