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
import { known } from './application-steps.ts'
import { eraseApplicant, findApplication, listExpired } from './applications.repository.ts'
import type { ApprovalChanges, Precondition } from './applications.service.ts'
import { held } from './held-application.ts'

type Deps = {
  database: Database<ApprovalChanges, Author>
  orders: Pick<OrdersService, 'forgetPast' | 'eraseIn'>
  pastEvents: PastEvents
  mails: Pick<ApplicationMails, 'erase'>
  clock: Clock
  /** How long a closed application still says who applied. */
  retentionMs: number
}

export type ApplicantErasure = ReturnType<typeof applicantErasure>

/** Closed applications that are erased in one transaction at most. */
const RETENTION_STEP = 100

/** Takes from applications who applied, at somebody's request or long after they were closed. */
export const applicantErasure = (deps: Deps) => {
  const { database, orders, mails, pastEvents, clock, retentionMs } = deps

  /** What receivers have said to past events, which themselves say nothing of the applicant. */
  const forgetPast = (client: Client, id: bigint): Promise<bigint> =>
    pastEvents.forget(
      { column: 'application_id', id },
      { client, fields: [], rewrite: (json) => json },
    )

  /** Returns whether there was anybody to erase. */
  const eraseHeld = async (
    trx: Trx<ApprovalChanges>,
    { application: before, ownerId }: OwnedApplication,
    eventsAfter: bigint,
  ): Promise<boolean> => {
    trx.record({ kind: 'applicant erased', applicationId: before.id, eventsAfter })
    if (before.applicant === undefined) return false
    await eraseApplicant(trx.query, before.id, clock.nowMs())
    await mails.erase(trx, { id: before.id, email: before.applicant.email, ownerId })
    const { application: after } = known(await findApplication(trx.query, before.id, undefined))
    trx.record({ kind: 'application changed', before, after, ownerId })
    return true
  }

  return {
    /**
     * Erases who applied, the answers and the note, also in past events, in responses stored for an `Idempotency-Key`,
     * and in the order that was placed.
     */
    async erase(
      { caller, author }: By<Actor>,
      id: bigint,
      { ifMatch, shown }: Precondition,
    ): Promise<void> {
      const before = await findApplication(database.read, id, visibleAccount(caller))
      // What is forgotten outside of the transaction does not come back.
      if (before) checkIfMatch(ifMatch, shown(before.application))
      const placed = before?.application.orderId
      const eventsAfter = before ? await forgetPast(caller, id) : 0n
      const ofOrder = placed === undefined ? 0n : await orders.forgetPast(caller, placed)
      const isErased = await database.writeAs(author, async (trx) => {
        const found = await held(trx, id, caller)
        checkIfMatch(ifMatch, shown(found.application))
        const { orderId } = found.application
        // It may have been placed meanwhile.
        if (orderId !== undefined)
          await orders.eraseIn(trx, orderId, orderId === placed ? ofOrder : 0n)
        return eraseHeld(trx, found, eventsAfter)
      })
      if (isErased) await database.forgetPast()
    },

    /** For `eraseIn`: what takes long, outside of its transaction. */
    forgetPast,

    /** The same as a part of another erasure, whose author may see the application; without its order. */
    async eraseIn(trx: Trx<ApprovalChanges>, id: bigint, eventsAfter: bigint): Promise<void> {
      await eraseHeld(trx, await held(trx, id), eventsAfter)
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
          after.set(id, await forgetPast({ visitor: 'retention' }, id))
        }
        await database.writeAs(systemAuthor('application retention'), async (trx) => {
          ids.sort((one, other) => (one < other ? -1 : 1))
          // All of them first, as what an erasure writes comes after every lock.
          for (const id of ids) await trx.lock('applications', id)
          for (const id of ids) await eraseHeld(trx, await held(trx, id), after.get(id) ?? 0n)
        })
        isErased = true
        return true
      }
      await repeatUntilDone(step, stopping)
      if (isErased) await database.forgetPast()
    },
  }
}
