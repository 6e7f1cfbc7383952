import { setImmediate as turn } from 'node:timers/promises'
import type { MailChange } from '../../accounts/mail/mail.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import type { ApplicationChange, OwnedApplication } from './application.ts'
import type { ApplicationMails } from './application-mails.service.ts'
import {
  type Closing,
  declineAll,
  insertClosing,
  isClosing,
  lastIdFor,
  listClosings,
  lockOthers,
  removeClosing,
} from './closings.repository.ts'

type Changes = ApplicationChange | MailChange

type Deps = {
  database: Database<Changes, Author>
  mails: Pick<ApplicationMails, 'moved'>
  clock: Pick<Clock, 'nowMs'>
  log: Logger
  stopping: AbortSignal
}

/** Declined in one transaction, as all writes wait for it. */
const DECLINED_AT_ONCE = 25
/** Approvals handled in one run. */
const CLOSINGS_AT_ONCE = 100

/** The locked applications of an approval: all of the closing's, or the first of them. */
type Others = { closing: Closing; locked: OwnedApplication[] }

export type Closings = ReturnType<typeof closingsService>

/**
 * Declines the other applications for an animal after an approval. So that many of them do not
 * delay writers, the first are declined in the transaction of the approval, which also stores a
 * closing, and the rest in later transactions, by any replica. Until then nobody can change them.
 */
export const closingsService = ({ database, mails, clock, log, stopping }: Deps) => {
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
  const step = (closing: Closing & { author: Author }): Promise<boolean> =>
    database.writeAs(closing.author, async (trx) => {
      const { applicationId } = closing
      // Another replica is handling it.
      if (!(await trx.tryLockName(`applications closed by ${applicationId}`))) return false
      const hasMore = await decline(trx, await lockOthers(trx.query, closing, DECLINED_AT_ONCE))
      if (!hasMore) await removeClosing(trx.query, applicationId)
      return hasMore
    })

  const work = oneAtATime(
    'applications.close',
    async () => {
      for (const closing of await listClosings(database.read, CLOSINGS_AT_ONCE)) {
        // Yields, so that other writers can run in between.
        while (!stopping.aborted && (await step(closing))) await turn()
      }
    },
    log,
  )

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
      await insertClosing(trx.query, { ...closing, author }, clock.nowMs())
      trx.record({ kind: 'applications to decline' })
    },

    /** Whether an open application will be declined, and so counts as closed. */
    isPending: async (
      query: Trx['query'],
      { application: { id, petId }, ownerId }: Pick<OwnedApplication, 'application' | 'ownerId'>,
    ): Promise<boolean> => petId !== undefined && isClosing(query, { id, petId, ownerId }),

    /** Declines the rest, including what a stopped replica has left. */
    run: (): Promise<void> => work.run(),

    close: (): Promise<void> => work.ended(),
  }
}
