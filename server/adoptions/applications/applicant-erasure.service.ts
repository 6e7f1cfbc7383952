import type { PastEvents } from '../../feed/events/past-events.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import { type Author, type By, systemAuthor } from '../../requests/author/author.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import type { OwnedApplication } from './application.ts'
import type { ApplicationMails } from './application-mails.service.ts'
import { orNotFound } from './application-steps.ts'
import { eraseApplicant, findApplication, listExpired } from './applications.repository.ts'
import type { ApprovalChanges, Precondition } from './applications.service.ts'
import { lockApplication } from './lock-application.ts'

type Deps = {
  database: Database<ApprovalChanges, Author>
  orders: Pick<OrdersService, 'erasePast' | 'eraseIn' | 'discardContract'>
  pastEvents: PastEvents
  mails: Pick<ApplicationMails, 'erase'>
  clock: Clock
  /** How long the applicant of a closed application is stored. */
  retentionMs: number
}

export type ApplicantErasure = ReturnType<typeof applicantErasure>

/** The most closed applications erased in one transaction. */
const RETENTION_STEP = 100

/** Erases applicants, on request or long after their applications were closed. */
export const applicantErasure = (deps: Deps) => {
  const { database, orders, mails, pastEvents, clock, retentionMs } = deps

  /** Erases receivers' responses to past events; the events themselves have no personal data. */
  const erasePast = (client: Client, id: bigint): Promise<bigint> =>
    pastEvents.erase({ type: 'application', id }, { client, fields: [], rewrite: (json) => json })

  /** Returns whether there was anything to erase. */
  const eraseLocked = async (
    trx: Trx<ApprovalChanges>,
    { application: before, ownerId }: OwnedApplication,
    eventsAfter: bigint,
  ): Promise<boolean> => {
    trx.record({ kind: 'applicant erased', applicationId: before.id, eventsAfter })
    if (before.applicant === undefined) return false
    await eraseApplicant(trx.query, before.id, clock.nowMs())
    // Also by retention, which leaves the order itself.
    if (before.orderId !== undefined) await orders.discardContract(trx, before.orderId)
    await mails.erase(trx, { id: before.id, email: before.applicant.email, ownerId })
    const { application: after } = orNotFound(await findApplication(trx.query, before.id, undefined))
    trx.record({ kind: 'application changed', before, after, ownerId })
    return true
  }

  return {
    /**
     * Erases the applicant, the answers and the note, also in past events, in responses stored for
     * an `Idempotency-Key`, and in the order that was placed.
     */
    async erase({ caller, author }: By<Actor>, id: bigint, { ifMatch, shown }: Precondition): Promise<void> {
      const before = await findApplication(database.read, id, visibleAccount(caller))
      // Checked first, because what is erased outside the transaction cannot be restored.
      if (before) checkIfMatch(ifMatch, shown(before.application))
      const placed = before?.application.orderId
      const eventsAfter = before ? await erasePast(caller, id) : 0n
      const ofOrder = placed === undefined ? 0n : await orders.erasePast(caller, placed)
      const isErased = await database.writeAs(author, async (trx) => {
        const found = await lockApplication(trx, id, caller)
        checkIfMatch(ifMatch, shown(found.application))
        const { orderId } = found.application
        // The order may have been placed in the meantime.
        if (orderId !== undefined) await orders.eraseIn(trx, orderId, orderId === placed ? ofOrder : 0n)
        return eraseLocked(trx, found, eventsAfter)
      })
      if (isErased) await database.purgeDeletedData()
    },

    /** The slow part of `eraseIn`, outside its transaction. */
    erasePast,

    lock: (trx: Trx<ApprovalChanges>, id: bigint) => trx.lock('applications', id),

    /**
     * Like `erase`, as part of another erasure whose author may see the application; without its
     * order.
     */
    async eraseIn(trx: Trx<ApprovalChanges>, id: bigint, eventsAfter: bigint): Promise<void> {
      await eraseLocked(trx, await lockApplication(trx, id), eventsAfter)
    },

    /** Erases the applicants of applications that were closed long ago. */
    async eraseExpired(stopping: AbortSignal): Promise<void> {
      let isErased = false
      const step = async (): Promise<boolean> => {
        const before = clock.nowMs() - retentionMs
        const ids = await listExpired(database.read, before, RETENTION_STEP)
        if (ids.length === 0) return false
        const after = new Map<bigint, bigint>()
        for (const id of ids) {
          if (stopping.aborted) return false
          after.set(id, await erasePast({ visitor: 'retention' }, id))
        }
        await database.writeAs(systemAuthor('application retention'), async (trx) => {
          ids.sort((one, other) => (one < other ? -1 : 1))
          // Locks all of them first, as the locks of an erasure's writes come after every row lock.
          for (const id of ids) await trx.lock('applications', id)
          for (const id of ids) await eraseLocked(trx, await lockApplication(trx, id), after.get(id) ?? 0n)
        })
        isErased = true
        return true
      }
      await repeatUntilDone(step, stopping)
      if (isErased) await database.purgeDeletedData()
    },
  }
}
