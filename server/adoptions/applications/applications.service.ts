import { isDeepStrictEqual } from 'node:util'
import type { MailChange } from '../../accounts/mail/mail.ts'
import { petError } from '../../animals/pets/pet.errors.ts'
import type { OwnedPet } from '../../animals/pets/pet.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DueWorkChange } from '../../platform/due-work/due-work.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import { type Role, roles } from '../../requests/access/role.ts'
import type { Scope } from '../../requests/access/scope.ts'
import type { Author, By } from '../../requests/author/author.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import type { Order, OrderChange } from '../orders/order.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import {
  type Application,
  type ApplicationChange,
  type ApplicationFilter,
  type ApplicationPatch,
  type Approval,
  isOpen,
  type OwnedApplication,
} from './application.ts'
import { type ApplicationList, countApplications, listApplications } from './application-lists.repository.ts'
import type { ApplicationMails } from './application-mails.service.ts'
import { checkApprovable, checkMove, orNotFound, partsOf, patched, rejectStep } from './application-steps.ts'
import { findApplication, updateApplication } from './applications.repository.ts'
import type { Closings } from './closings.service.ts'
import { lockApplication } from './lock-application.ts'

/** The changes that an approval may record: it also places an order. */
export type ApprovalChanges = ApplicationChange | OrderChange | PetChange | MailChange | DueWorkChange

type Query = Trx['query']

type Deps = {
  database: Database<ApprovalChanges, Author>
  orders: Pick<OrdersService, 'placeApproved'>
  pets: { find(query: Query, id: bigint): Promise<OwnedPet | undefined> }
  users: { find(query: Query, id: bigint): Promise<Assignee | undefined> }
  mails: Pick<ApplicationMails, 'moved'>
  closings: Pick<Closings, 'lockFirst' | 'begin' | 'isPending'>
  clock: Clock
}

/** A user to assign applications to. */
type Assignee = { role: Role; accountId: bigint | undefined; disabledAtMs: number | undefined }

type Approver = Actor & { plan: PlanName }

/** A client's precondition for a change, and the application as that client sees it. */
export type Precondition = {
  ifMatch: string | undefined
  shown: (application: Application) => Application
}

export type ApplicationsService = ReturnType<typeof applicationsService>

/** Applications, as handled by the account that they were sent to. */
export const applicationsService = (deps: Deps) => {
  const { database, orders, pets, users, mails, closings, clock } = deps

  const change = async (
    trx: Trx<ApprovalChanges>,
    { application: before, ownerId }: OwnedApplication,
    next: Pick<Application, 'status' | 'assigneeId' | 'note' | 'orderId'>,
  ): Promise<Application> => {
    const nowMs = clock.nowMs()
    await updateApplication(trx.query, before.id, {
      status: next.status,
      assigneeId: next.assigneeId,
      note: next.note,
      orderId: next.orderId,
      nowMs,
      closedAtMs: isOpen(next.status) ? undefined : nowMs,
    })
    const owned = orNotFound(await findApplication(trx.query, before.id, undefined))
    const { application: after } = owned
    trx.record({ kind: 'application changed', before, after, ownerId })
    if (after.status !== before.status) await mails.moved(trx, owned, { by: 'owner' })
    return after
  }

  const checkAssignee = async (trx: Trx, id: bigint, ownerId: bigint): Promise<void> => {
    const user = await users.find(trx.query, id)
    const scopes: readonly Scope[] = user ? roles[user.role].scopes : []
    const isTheirs = user?.accountId === undefined || user.accountId === ownerId
    if (isTheirs && user?.disabledAtMs === undefined && scopes.includes('applications:read')) return
    const message = 'must be a user who may see this application'
    throw validationFailed([{ field: 'assigneeId', code: 'invalid_value', message }])
  }

  /**
   * Throws `invalid_transition` for an application that will be declined because another for the
   * animal was approved.
   */
  const checkNotClosing = async (query: Query, found: OwnedApplication): Promise<void> => {
    if (await closings.isPending(query, found))
      rejectStep('The application is being declined, as another one for the animal was approved.')
  }

  /**
   * Before the transaction, so that most of many concurrent approvals for an animal need no lock.
   */
  const checkApproval = ({ application }: OwnedApplication, pet: OwnedPet | undefined): void => {
    checkApprovable(application)
    if (!pet) throw petError('pet_not_found')
    if (pet.pet.status !== 'available') throw petError('pet_not_available')
  }

  return {
    find: async (actor: Actor, id: bigint): Promise<Application> => {
      const found = await findApplication(database.read, id, visibleAccount(actor))
      return orNotFound(found).application
    },
    list: (actor: Actor, list: Omit<ApplicationList, 'viewer'>): Promise<Application[]> =>
      listApplications(readsFor(database, actor), { ...list, viewer: visibleAccount(actor) }),
    count: (actor: Actor, filter: ApplicationFilter): Promise<number> =>
      countApplications(readsFor(database, actor), filter, visibleAccount(actor)),

    update: (
      { caller, author }: By<Actor>,
      id: bigint,
      patch: ApplicationPatch,
      { ifMatch, shown }: Precondition,
    ): Promise<{ application: Application; isChanged: boolean }> =>
      database.writeAs(author, async (trx) => {
        const found = await lockApplication(trx, id, caller)
        const { application: before, ownerId } = found
        checkIfMatch(ifMatch, shown(before))
        const next = patched(before, patch)
        if (isDeepStrictEqual(next, partsOf(before))) return { application: before, isChanged: false }
        checkMove(before.status, next.status)
        await checkNotClosing(trx.query, found)
        if (next.assigneeId !== undefined && next.assigneeId !== before.assigneeId) {
          await checkAssignee(trx, next.assigneeId, ownerId)
        }
        return { application: await change(trx, found, next), isChanged: true }
      }),

    /** Throws what `approve` would certainly throw. */
    async checkApproval(actor: Actor, id: bigint): Promise<void> {
      const found = orNotFound(await findApplication(database.read, id, visibleAccount(actor)))
      const { petId } = found.application
      await checkNotClosing(database.read, found)
      checkApproval(found, petId === undefined ? undefined : await pets.find(database.read, petId))
    },

    /**
     * Places and approves the order of an application, and may decline all others for the animal. Throws
     * `application_not_found`, `invalid_transition`, `pet_not_found`, `pet_not_available`.
     */
    async approve(
      trx: Trx<ApprovalChanges>,
      { caller, author }: By<Approver>,
      id: bigint,
      { closeOthers = false, fee }: Approval,
    ): Promise<Order> {
      const seen = orNotFound(await findApplication(trx.query, id, visibleAccount(caller)))
      const { petId, applicant } = checkApprovable(seen.application)
      // Locks all of an animal's applications in order of their ids, to avoid deadlocks.
      const others = closeOthers ? await closings.lockFirst(trx, { applicationId: id, petId }) : undefined
      const found = await lockApplication(trx, id, caller)
      checkApprovable(found.application)
      await checkNotClosing(trx.query, found)
      const { ownerId } = found
      const order = await orders.placeApproved(
        trx,
        // The order belongs to the owner of the animal, even if staff approve.
        { ...caller, accountId: ownerId },
        { petId, customer: applicant, ...(fee && { fee }) },
        id,
      )
      await change(trx, found, {
        ...partsOf(found.application),
        status: 'approved',
        orderId: order.id,
      })
      if (others) await closings.begin(trx, others, author)
      return order
    },
  }
}
