import { isDeepStrictEqual } from 'node:util'
import { type Client, readsFor } from '../access/account-reads.ts'
import { type Actor, visibleAccount } from '../access/ownership.ts'
import { type Role, roles } from '../access/role.ts'
import type { Scope } from '../access/scope.ts'
import { type Author, type By, systemAuthor } from '../author/author.ts'
import { ApiError } from '../errors/api-error.ts'
import type { PastEvents } from '../events/past-events.service.ts'
import type { MailChange } from '../mail/mail.ts'
import type { Order, OrderChange } from '../orders/order.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import type { OwnedPet } from '../pets/pet.ts'
import type { PetChange } from '../pets/pet-change.ts'
import type { PlanName } from '../plans/plan.ts'
import type { Clock } from '../platform/clock.ts'
import { checkIfMatch } from '../platform/http/etag.ts'
import { validationFailed } from '../platform/http/http-error.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import {
  type Application,
  type ApplicationChange,
  type ApplicationFilter,
  type ApplicationPatch,
  type ApplicationStatus,
  canMove,
  isOpen,
  type OwnedApplication,
} from './application.ts'
import {
  type ApplicationList,
  countApplications,
  listApplications,
} from './application-lists.repository.ts'
import type { ApplicationMails } from './application-mails.service.ts'
import {
  eraseApplicant,
  findApplication,
  listExpired,
  updateApplication,
} from './applications.repository.ts'
import type { Closings } from './closings.service.ts'

/** What an approval may record: it places an order. */
export type ApprovalChanges = ApplicationChange | OrderChange | PetChange | MailChange

type Query = Trx['query']

type Deps = {
  database: Database<ApprovalChanges, Author>
  orders: Pick<OrdersService, 'place' | 'forgetPast' | 'eraseIn'>
  pastEvents: PastEvents
  pets: { find(query: Query, id: bigint): MaybePromise<OwnedPet | undefined> }
  users: { find(query: Query, id: bigint): MaybePromise<Assignee | undefined> }
  mails: Pick<ApplicationMails, 'moved' | 'erase'>
  closings: Pick<Closings, 'hold' | 'begin' | 'isPending'>
  clock: Clock
  /** How long a closed application still says who applied. */
  retentionMs: number
}

/** Who may take care of an application. */
type Assignee = { role: Role; accountId: bigint | undefined; disabledAtMs: number | undefined }

type Approver = Actor & { plan: PlanName }

/** What a client requires of the application it changes, and the application as that client is shown it. */
export type Precondition = {
  ifMatch: string | undefined
  shown: (application: Application) => Application
}

export type ApplicationsService = ReturnType<typeof applicationsService>

/** Closed applications that are erased in one transaction at most. */
const RETENTION_STEP = 100

/** Applications, as the account that they are sent to handles them. */
export const applicationsService = (deps: Deps) => {
  const { database, orders, pets, users, mails, closings, pastEvents, clock, retentionMs } = deps

  /** One that `actor` sees, or of anybody; those of others are not there. */
  const get = async (trx: Trx, id: bigint, actor?: Actor): Promise<OwnedApplication> => {
    await trx.lock('applications', id)
    return known(await findApplication(trx.query, id, actor && visibleAccount(actor)))
  }

  const change = async (
    trx: Trx<ApprovalChanges>,
    { application: before, ownerId }: OwnedApplication,
    next: Pick<Application, 'status' | 'assigneeId' | 'note' | 'orderId'>,
  ): Promise<Application> => {
    const nowMs = clock.nowMs()
    await updateApplication(trx.query, before.id, {
      ...{ status: next.status, assigneeId: next.assigneeId, note: next.note },
      ...{ orderId: next.orderId, nowMs, closedAtMs: isOpen(next.status) ? undefined : nowMs },
    })
    const owned = known(await findApplication(trx.query, before.id, undefined))
    const { application: after } = owned
    trx.record({ kind: 'application changed', before, after, ownerId })
    if (after.status !== before.status) await mails.moved(trx, owned)
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

  /** Throws `invalid_transition` for one that is to be declined, as another for the animal was approved. */
  const checkNotClosing = async (query: Query, found: OwnedApplication): Promise<void> => {
    if (await closings.isPending(query, found))
      refuse('It is being declined, as another application for the animal was approved.')
  }

  /** Before the transaction, so that of many who ask for an animal at once most wait for nobody. */
  const checkApproval = ({ application }: OwnedApplication, pet: OwnedPet | undefined): void => {
    checkApprovable(application)
    if (!pet) throw new ApiError('pet_not_found')
    if (pet.pet.status !== 'available') throw new ApiError('pet_not_available')
  }

  /** What receivers have said to past events, which themselves say nothing of the applicant. */
  const forgetPast = (client: Client, id: bigint): Promise<bigint> =>
    pastEvents.forget(
      { column: 'application_id', id },
      { client, fields: [], rewrite: (json) => json },
    )

  /** Returns whether there was anybody to erase. */
  const erase = async (
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
    find: (actor: Actor, id: bigint): MaybePromise<Application> =>
      andThen(
        findApplication(database.read, id, visibleAccount(actor)),
        (found) => known(found).application,
      ),
    list: (actor: Actor, list: Omit<ApplicationList, 'viewer'>): MaybePromise<Application[]> =>
      listApplications(readsFor(database, actor), { ...list, viewer: visibleAccount(actor) }),
    count: (actor: Actor, filter: ApplicationFilter): MaybePromise<number> =>
      countApplications(readsFor(database, actor), filter, visibleAccount(actor)),

    update: (
      { caller, author }: By<Actor>,
      id: bigint,
      patch: ApplicationPatch,
      { ifMatch, shown }: Precondition,
    ): Promise<{ application: Application; isChanged: boolean }> =>
      database.writeAs(author, async (trx) => {
        const found = await get(trx, id, caller)
        const { application: before, ownerId } = found
        checkIfMatch(ifMatch, shown(before))
        const next = patched(before, patch)
        if (isDeepStrictEqual(next, partsOf(before)))
          return { application: before, isChanged: false }
        checkMove(before.status, next.status)
        await checkNotClosing(trx.query, found)
        if (next.assigneeId !== undefined && next.assigneeId !== before.assigneeId) {
          await checkAssignee(trx, next.assigneeId, ownerId)
        }
        return { application: await change(trx, found, next), isChanged: true }
      }),

    /** Throws what `approve` is bound to throw. */
    async checkApproval(actor: Actor, id: bigint): Promise<void> {
      const found = known(await findApplication(database.read, id, visibleAccount(actor)))
      const { petId } = found.application
      await checkNotClosing(database.read, found)
      checkApproval(found, petId === undefined ? undefined : await pets.find(database.read, petId))
    },

    /**
     * Places the order of an application, and may decline all others for the animal. Throws `application_not_found`,
     * `invalid_transition`, `pet_not_found`, `pet_not_available`.
     */
    async approve(
      trx: Trx<ApprovalChanges>,
      { caller, author }: By<Approver>,
      id: bigint,
      { closeOthers = false },
    ): Promise<Order> {
      const seen = known(await findApplication(trx.query, id, visibleAccount(caller)))
      const { petId, applicant } = checkApprovable(seen.application)
      // All of an animal by their ids, as everybody does who holds several.
      const others = closeOthers
        ? await closings.hold(trx, { applicationId: id, petId })
        : undefined
      const found = await get(trx, id, caller)
      checkApprovable(found.application)
      await checkNotClosing(trx.query, found)
      const { ownerId } = found
      const order = await orders.place(
        trx,
        // The order is the owner's own, whoever acts for the store.
        { ...caller, accountId: ownerId },
        { petId, customer: applicant },
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

    /**
     * Erases who applied, the answers and the note, also in past events, in responses stored for an `Idempotency-Key`,
     * and in the order that was placed.
     */
    async eraseApplicant(
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
        const found = await get(trx, id, caller)
        checkIfMatch(ifMatch, shown(found.application))
        const { orderId } = found.application
        // It may have been placed meanwhile.
        if (orderId !== undefined)
          await orders.eraseIn(trx, orderId, orderId === placed ? ofOrder : 0n)
        return erase(trx, found, eventsAfter)
      })
      if (isErased) await database.forgetPast()
    },

    /** For `eraseIn`: what takes long, outside of its transaction. */
    forgetPast,

    /** The same as a part of another erasure, whose author may see the application; without its order. */
    async eraseIn(trx: Trx<ApprovalChanges>, id: bigint, eventsAfter: bigint): Promise<void> {
      await erase(trx, await get(trx, id), eventsAfter)
    },

    /** Erases the applicants of applications that were closed long ago. */
    async eraseExpired(): Promise<void> {
      let isErased = false
      for (;;) {
        const before = clock.nowMs() - retentionMs
        const ids = await listExpired(database.read, before, RETENTION_STEP)
        if (ids.length === 0) break
        isErased = true
        const after = new Map<bigint, bigint>()
        for (const id of ids) after.set(id, await forgetPast({ visitor: 'retention' }, id))
        await database.writeAs(systemAuthor('application retention'), async (trx) => {
          ids.sort((one, other) => (one < other ? -1 : 1))
          // All of them first, as what an erasure writes comes after every lock.
          for (const id of ids) await trx.lock('applications', id)
          for (const id of ids) await erase(trx, await get(trx, id), after.get(id) ?? 0n)
        })
      }
      if (isErased) await database.forgetPast()
    },
  }
}

const known = (found: OwnedApplication | undefined): OwnedApplication => {
  if (!found) throw new ApiError('application_not_found')
  return found
}

/** What can be changed. */
const partsOf = ({ status, assigneeId, note, orderId }: Application) => ({
  status,
  ...(assigneeId !== undefined && { assigneeId }),
  ...(note !== undefined && { note }),
  ...(orderId !== undefined && { orderId }),
})

/** With the changes of a patch; `null` removes (RFC 7396). */
const patched = (
  application: Application,
  { status, assigneeId = application.assigneeId, note = application.note }: ApplicationPatch,
) =>
  partsOf({
    ...withoutParts(application),
    status: status ?? application.status,
    ...(assigneeId != null && { assigneeId }),
    ...(note != null && { note }),
  })

const withoutParts = ({ assigneeId: _assignee, note: _note, ...rest }: Application) => rest

/** Throws `invalid_transition`. A closed application does not change at all. */
const checkMove = (from: ApplicationStatus, to: ApplicationStatus): void => {
  if (!isOpen(from)) refuse(`An application that is ${from} does not change any more.`)
  if (from === to) return
  if (to === 'approved') refuse('Approve it by its own operation, which places the order.')
  if (!canMove(from, to)) refuse(`An application that is ${from} cannot become ${to}.`)
}

const checkApprovable = ({ status, petId, applicant }: Application) => {
  if (!canMove(status, 'approved')) refuse(`An application that is ${status} cannot be approved.`)
  if (petId === undefined)
    return refuse('It is for no particular animal, so there is none to order.')
  if (!applicant)
    return refuse('Its applicant is erased, so there is nobody to place an order for.')
  return { petId, applicant }
}

const refuse = (message: string): never => {
  throw new ApiError('invalid_transition', { message })
}
