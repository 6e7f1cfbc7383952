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

/** Declined in one transaction: everybody's writes wait for it. */
const DECLINED_AT_ONCE = 25
/** Approvals that are looked at in one run. */
const CLOSINGS_AT_ONCE = 100

/** What an approval hands over: the applications that it holds, and which these are some of. */
type Others = { closing: Closing; held: OwnedApplication[] }

export type Closings = ReturnType<typeof closingsService>

/**
 * Declines the other applications for an animal after an approval. However many they are, nobody waits for more than some
 * of them: the first in the transaction of the approval, which leaves a mark, and the others after it, by any replica.
 * Until then nobody moves them.
 */
export const closingsService = ({ database, mails, clock, log, stopping }: Deps) => {
  const decline = async (
    trx: Trx<Changes>,
    others: readonly OwnedApplication[],
  ): Promise<boolean> => {
    if (others.length === 0) return false
    const nowMs = clock.nowMs()
    const ids = others.map(({ application }) => application.id)
    await declineAll(trx.query, ids, nowMs)
    const time = showTime(nowMs)
    for (const { application: before, ownerId, linkSalt } of others) {
      const after = { ...before, status: 'declined' as const, updatedAt: time, closedAt: time }
      trx.record({ kind: 'application changed', before, after, ownerId })
      await mails.moved(trx, { application: after, ownerId, linkSalt }, { by: 'owner' })
    }
    return others.length === DECLINED_AT_ONCE
  }

  /** Returns whether there may be more. */
  const step = (closing: Closing & { author: Author }): Promise<boolean> =>
    database.writeAs(closing.author, async (trx) => {
      const { applicationId } = closing
      // Another replica is at it.
      if (!(await trx.tryLockName(`applications closed by ${applicationId}`))) return false
      const hasMore = await decline(trx, await lockOthers(trx.query, closing, DECLINED_AT_ONCE))
      if (!hasMore) await removeClosing(trx.query, applicationId)
      return hasMore
    })

  const work = oneAtATime(async () => {
    for (const closing of await listClosings(database.read, CLOSINGS_AT_ONCE)) {
      // Between any two, others have their turn.
      while (!stopping.aborted && (await step(closing))) await turn()
    }
  }, log)

  return {
    /** Holds the first of the others together with the application itself, before it is approved. */
    async hold(trx: Trx, { applicationId, petId }: Omit<Closing, 'upToId'>): Promise<Others> {
      const closing = { applicationId, petId, upToId: await lastIdFor(trx.query, petId) }
      return { closing, held: await lockOthers(trx.query, closing, DECLINED_AT_ONCE) }
    },

    /** Declines those, and leaves a mark where there may be more. */
    async begin(trx: Trx<Changes>, { closing, held }: Others, author: Author): Promise<void> {
      const hasMore = await decline(trx, held)
      if (!hasMore) return
      await insertClosing(trx.query, { ...closing, author }, clock.nowMs())
      trx.record({ kind: 'applications to decline' })
    },

    /** Whether an open application is to be declined, and so is as good as closed. */
    isPending: async (
      query: Trx['query'],
      { application: { id, petId }, ownerId }: Pick<OwnedApplication, 'application' | 'ownerId'>,
    ): Promise<boolean> => petId !== undefined && isClosing(query, { id, petId, ownerId }),

    /** Declines what is left; also what a replica has left that is gone. */
    run: (): Promise<void> => work.run(),

    close: (): Promise<void> => work.ended(),
  }
}
