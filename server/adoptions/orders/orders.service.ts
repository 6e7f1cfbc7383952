import { isDeepStrictEqual } from 'node:util'
import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import { petError } from '../../animals/pets/pet.errors.ts'
import type { Pet } from '../../animals/pets/pet.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { PastEvents } from '../../feed/events/past-events.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import { type Database, NotUnique, type Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, checkOwner, isOwner, visibleAccount } from '../../requests/access/ownership.ts'
import { type Author, type By, systemAuthor } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import { orderError } from './order.errors.ts'
import {
  customerFields,
  detailsOf,
  feeIssues,
  isOpen,
  type NewOrder,
  type Order,
  type OrderChange,
  type OrderDetails,
  type OrderFilter,
  type OrderPatch,
  type OrderStatus,
  type OwnedOrder,
  orderMoves,
  patchedDetails,
  petStatusAfter,
  withoutCustomer,
} from './order.ts'
import { ContractOutdated, type OrderContracts, type PreparedContract } from './order-contracts.ts'
import { countOrders, listOrders, type OrderList } from './order-lists.repository.ts'
import { orderUndo, stepAuthor, type UndoDeps } from './order-undo.service.ts'
import {
  type Change,
  countOpenElsewhere,
  eraseOrderCustomer,
  findOrder,
  findOwnerCancellation,
  hasOpenOrder,
  insertOrder,
  listOverdue,
  noteUnpublished,
  updateOrder,
  wasDeliveredAfter,
} from './orders.repository.ts'

type Placed = OrderChange | PetChange
type Changes = Placed | ProfileChange

type Deps = {
  database: Database<Changes, Author>
  accounts: Pick<AccountReview, 'checkReviewed'>
  pets: Pick<PetsService, 'get' | 'findIn' | 'move'>
  profiles: Pick<ProfilesService, 'unpublish' | 'republish' | 'mayActOn'>
  countAdoptionsSince: UndoDeps<Placer>['countAdoptionsSince']
  pastEvents: PastEvents
  contracts: OrderContracts
  clock: Clock
  /** How long a placed order waits for approval. */
  expiryMs: number
  /** How many open orders an account may have for others' animals. */
  openOrderLimit: (plan: PlanName) => number
}

/** The caller who places an order. */
type Placer = Actor & { plan: PlanName }

/** A client's precondition for a change, and the order as that client sees it. */
type Precondition = { ifMatch: string | undefined; shown: (order: Order) => Order }
type Update = Precondition & { patch: OrderPatch; prepared: PreparedContract | undefined }

export type OrdersService = ReturnType<typeof ordersService>

/** How long an account cannot order an animal again after its owner has cancelled. */
const BLOCKED_MS = 30 * 86_400_000

/** How often a contract is rendered again because what it shows has changed. */
const MAX_TRIES = 5

/** The most overdue orders expired in one transaction. */
const EXPIRY_STEP = 100

/** The contract prints the fee of an order, so the shelter alone decides about it. */
const foreignFee = {
  field: 'fee',
  code: 'invalid_value',
  message: 'can be set only by the account that the animal belongs to',
}

/** Orders. Each transition updates the status of the animal in the same transaction. */
export const ordersService = (deps: Deps) => {
  const { database, accounts, pets, profiles, clock, expiryMs, openOrderLimit } = deps
  const { countAdoptionsSince, pastEvents, contracts } = deps

  /** Gets an order that `actor` can see, or any order without `actor`. Other orders count as missing. */
  const get = async (trx: Trx, id: bigint, actor?: Actor): Promise<OwnedOrder> => {
    await trx.lock('orders', id)
    const found = await findOrder(trx.query, id, actor && visibleAccount(actor))
    if (!found) throw orderError('order_not_found')
    return found
  }

  /** Limits an account's open orders for others' animals. */
  const checkRoom = async (trx: Trx, { accountId, plan }: Placer): Promise<void> => {
    const limit = openOrderLimit(plan)
    // Serializes with other orders of this account, so that they count this one too.
    await trx.lock('accounts', accountId)
    const open = await countOpenElsewhere(trx.query, { accountId, limit })
    if (open < limit) return
    const message = `This account has ${limit} open orders for other accounts' animals, as many as its plan allows.`
    throw orderError('too_many_open_orders', { message })
  }

  /** Checks that an account may order another account's animal. */
  const checkMayTake = async (trx: Trx, placer: Placer, petId: bigint): Promise<void> => {
    const mayOrder = await profiles.mayActOn(trx.query, placer, petId)
    if (!mayOrder) throw petError('pet_not_available')
    const { accountId } = placer
    const cancelledAtMs = await findOwnerCancellation(trx.query, { petId, accountId })
    const untilMs = (cancelledAtMs ?? -Infinity) + BLOCKED_MS
    if (untilMs > clock.nowMs()) throw blockedUntil(untilMs)
    await checkRoom(trx, placer)
  }

  const change = async (
    trx: Trx<Changes>,
    { order, ...sides }: OwnedOrder,
    next: Pick<Change, 'isCancelledByOwner' | 'contract'> & OrderDetails & { status: OrderStatus },
    author?: Author,
  ): Promise<Order> => {
    const { status } = next
    const animal = status === order.status ? undefined : await animalOf(trx, { order, ...sides })
    // Checked before any write, as a failure would rerun other changes in the same transaction.
    if (animal && status === 'returned') await checkReturn(trx, order)
    const { status: from, expiresAt } = order
    const nowMs = clock.nowMs()
    const by = author && stepAuthor(author)
    const step = status === from ? undefined : { from, by, expiresAt }
    const changed = await updateOrder(trx.query, order.id, {
      ...next,
      nowMs,
      step,
    })
    trx.record({ kind: 'order changed', before: order, after: changed, ...sides })
    if (animal) await pets.move(trx, animal, petStatusAfter[status])
    // Staff must check an animal that has just been returned before it is published.
    if (animal && status === 'returned') {
      const { id } = order
      const publishedAtMs = await profiles.unpublish(trx, animal.id, { orderId: id, atMs: nowMs })
      if (publishedAtMs !== undefined) return noteUnpublished(trx.query, { id, publishedAtMs })
    }
    return changed
  }

  /** The animal, unless it was deleted or moved to another account after the delivery. */
  const animalOf = async (trx: Trx, { order, ownerId }: OwnedOrder): Promise<Pet | undefined> => {
    const found = await pets.findIn(trx, order.petId)
    // An import may have restored the id of a removed animal for another account.
    return found?.ownerId === ownerId ? found.pet : undefined
  }

  /** Throws `invalid_transition` if the animal has a later order. */
  const checkReturn = async (trx: Trx, order: Order): Promise<void> => {
    const isTaken = (await hasOpenOrder(trx.query, order.petId)) || (await wasDeliveredAfter(trx.query, order))
    if (!isTaken) return
    const message = 'The animal has a later order, so this one cannot be returned.'
    throw requestError('invalid_transition', { message })
  }

  /** Erases past events, before the erasure itself, which records where the rest starts. */
  const erasePast = ({ accountId }: { accountId: bigint }, id: bigint): Promise<bigint> =>
    pastEvents.erase({ type: 'order', id }, { client: { accountId }, fields: customerFields, rewrite: withoutCustomer })

  /** Returns whether there was anything to erase. */
  const erase = async (
    trx: Trx<OrderChange>,
    { order, ...sides }: OwnedOrder,
    eventsAfter: bigint,
  ): Promise<boolean> => {
    // Also if the order has nothing left: a removed note is still in past events.
    trx.record({ kind: 'customer erased', orderId: order.id, eventsAfter })
    const { customer, note, returnReason } = order
    await contracts.discard(trx, order.id)
    if ((customer ?? note ?? returnReason) === undefined) return false
    const erased = await eraseOrderCustomer(trx.query, order.id, clock.nowMs())
    trx.record({ kind: 'order changed', before: order, after: erased, ...sides })
    return true
  }

  const place = async (
    trx: Trx<Placed>,
    placer: Placer,
    order: NewOrder,
    applicationId?: bigint,
  ): Promise<OwnedOrder> => {
    const issues = feeIssues(order)
    if (issues.length > 0) throw validationFailed(issues)
    const { pet, ownerId } = await pets.get(trx, order.petId)
    const isOwn = isOwner(placer, ownerId)
    if (!isOwn && order.fee) throw validationFailed([foreignFee])
    if (!isOwn) await accounts.checkReviewed(trx.query, placer)
    if (pet.status !== 'available') throw petError('pet_not_available')
    if (!isOwn) await checkMayTake(trx, placer, pet.id)
    const sides = { placedBy: placer.accountId, ownerId }
    const nowMs = clock.nowMs()
    const placed = await insertOrder(trx.query, order, {
      ...sides,
      applicationId,
      nowMs,
      expiresAtMs: nowMs + expiryMs,
    }).catch(rejectSecond)
    trx.record({ kind: 'order placed', after: placed, ...sides })
    await pets.move(trx, pet, petStatusAfter.placed)
    return { order: placed, ...sides }
  }

  const checkMove = (order: Order, to: OrderStatus): void => {
    const isOverdue = order.expiresAt !== undefined && Date.parse(order.expiresAt) <= clock.nowMs()
    const from = isOverdue ? 'expired' : order.status
    const allowed: readonly OrderStatus[] = isOverdue ? ['expired'] : orderMoves[order.status]
    if (allowed.includes(to)) return
    throw requestError('invalid_transition', {
      message: `An order that is ${from} cannot become ${to}.`,
    })
  }

  /** Renders the contract if this patch seems to hand over an animal; the transaction decides. */
  const prepareContract = async (
    caller: Actor,
    id: bigint,
    patch: OrderPatch,
  ): Promise<PreparedContract | undefined> => {
    if (patch.status !== 'delivered') return undefined
    const found = await findOrder(database.read, id, visibleAccount(caller))
    const isHandOver = found?.order.status === 'approved' && found.order.customer !== undefined
    if (!isHandOver || !isOwner(caller, found.ownerId)) return undefined
    return contracts.prepare(patchedOrder(found, patch))
  }

  const update = async (
    trx: Trx<Changes>,
    { caller, author }: By<Actor>,
    id: bigint,
    { patch, prepared, ifMatch, shown }: Update,
  ): Promise<{ order: Order; isChanged: boolean }> => {
    const found = await get(trx, id, caller)
    const { order } = found
    const status = patch.status ?? order.status
    const details = patchedDetails(order, patch)
    const isOnlyMoved = isDeepStrictEqual(details, detailsOf(order))
    const isSame = status === order.status && isOnlyMoved
    const isCancelled = status === 'cancelled' && isOnlyMoved
    // The account that only placed it may cancel it.
    if (!isSame && !isCancelled) checkOwner(caller, found.ownerId)
    checkIfMatch(ifMatch, shown(order))
    if (status !== order.status) checkMove(order, status)
    if (isSame) return { order, isChanged: false }
    const issues = feeIssues(patch)
    if (issues.length > 0) throw validationFailed(issues)
    const isCancelledByOwner = isCancelled && isByOwner(caller, found)
    const isSigned = status === 'delivered' && order.status !== 'delivered' && order.customer
    const contract = isSigned ? await contracts.sign(trx, patchedOrder(found, patch), prepared) : undefined
    const next = { status, ...details, isCancelledByOwner, contract }
    return { order: await change(trx, found, next, author), isChanged: true }
  }

  return {
    find: async (actor: Actor, id: bigint): Promise<Order | undefined> =>
      (await findOrder(database.read, id, visibleAccount(actor)))?.order,
    list: (actor: Actor, list: Omit<OrderList, 'viewer'>): Promise<Order[]> =>
      listOrders(readsFor(database, actor), { ...list, viewer: visibleAccount(actor) }),
    count: (actor: Actor, filter: OrderFilter): Promise<number> =>
      countOrders(readsFor(database, actor), filter, visibleAccount(actor)),

    /**
     * Reserves an available animal. Throws `validation_failed`, `pet_not_found`, `account_unreviewed`,
     * `pet_not_available`, `order_blocked` or `too_many_open_orders`.
     */
    place: async (trx: Trx<Placed>, placer: Placer, order: NewOrder): Promise<Order> =>
      (await place(trx, placer, order)).order,

    /**
     * Places the order of an application and approves it. The approval cannot be undone separately, because the
     * application stays approved.
     */
    async placeApproved(trx: Trx<Placed>, placer: Placer, order: NewOrder, applicationId: bigint): Promise<Order> {
      const { order: before, ...sides } = await place(trx, placer, order, applicationId)
      const after = await updateOrder(trx.query, before.id, {
        ...detailsOf(before),
        status: 'approved',
        nowMs: clock.nowMs(),
      })
      trx.record({ kind: 'order changed', before, after, ...sides })
      return after
    },

    /** Handing an animal over also stores the contract that is signed. */
    async update(
      { caller, author }: By<Actor>,
      id: bigint,
      patch: OrderPatch,
      precondition: Precondition,
    ): Promise<{ order: Order; isChanged: boolean }> {
      for (let tries = 1; ; tries += 1) {
        const prepared = await prepareContract(caller, id, patch)
        try {
          return await database.writeAs(author, (trx) =>
            update(trx, { caller, author }, id, { patch, prepared, ...precondition }),
          )
        } catch (error) {
          if (!(error instanceof ContractOutdated)) throw error
          if (tries === MAX_TRIES) throw requestError('service_unavailable', { cause: error })
        }
      }
    },

    undo: orderUndo({
      pets,
      profiles,
      contracts,
      countAdoptionsSince,
      checkRoom,
      clock,
    }),

    /**
     * Erases the customer, and the note, which may be about them: in the order, in past events, in
     * responses stored for an `Idempotency-Key`, in later webhooks, and in the database files.
     */
    async eraseCustomer({ caller, author }: By<Actor>, id: bigint, required?: Precondition): Promise<void> {
      const checkVersion = (order: Order) => checkIfMatch(required?.ifMatch, required?.shown(order))
      const before = await findOrder(database.read, id, visibleAccount(caller))
      const isTheirs = before !== undefined && isOwner(caller, before.ownerId)
      // Checked first, because what is erased outside the transaction cannot be restored.
      if (isTheirs) checkVersion(before.order)
      const eventsAfter = isTheirs ? await erasePast(caller, id) : 0n
      const isErased = await database.writeAs(author, async (trx) => {
        const found = await get(trx, id, caller)
        checkOwner(caller, found.ownerId)
        checkVersion(found.order)
        return erase(trx, found, eventsAfter)
      })
      if (isErased) await database.purgeDeletedData()
    },

    discardContract: contracts.discard,

    /** The slow part of `eraseIn`, outside its transaction. */
    erasePast,

    /** Like `erase`, as part of another erasure whose author may see the order. */
    async eraseIn(trx: Trx<OrderChange>, id: bigint, eventsAfter: bigint): Promise<void> {
      await erase(trx, await get(trx, id), eventsAfter)
    },

    /** Expires overdue orders. */
    async expireOverdue(): Promise<void> {
      const overdue = await listOverdue(database.read, clock.nowMs(), EXPIRY_STEP)
      if (overdue.length === 0) return
      await database.writeAs(systemAuthor('order expiry'), async (trx) => {
        for (const id of overdue.sort((one, other) => (one < other ? -1 : 1))) {
          const found = await get(trx, id)
          const { order } = found
          // Another writer may have changed it since.
          if (isOpen(order.status) && order.expiresAt !== undefined) {
            await change(trx, found, { ...detailsOf(order), status: 'expired' })
          }
        }
      })
    },
  }
}

const patchedOrder = (found: OwnedOrder, patch: OrderPatch): OwnedOrder => {
  const { note: _note, fee: _fee, returnReason: _reason, ...rest } = found.order
  return { ...found, order: { ...rest, ...patchedDetails(found.order, patch) } }
}

/** Staff act for the owner of the animal, unless their own account placed the order. */
const isByOwner = ({ accountId }: Actor, { placedBy, ownerId }: OwnedOrder): boolean =>
  placedBy !== ownerId && accountId !== placedBy

const blockedUntil = (untilMs: number) =>
  orderError('order_blocked', {
    message: `The owner of this animal cancelled your last order for it. You cannot order it until ${showTime(untilMs)}.`,
  })

/** An animal has at most one open order, which a unique index enforces. */
const rejectSecond = (error: unknown): never => {
  throw error instanceof NotUnique ? petError('pet_not_available', { cause: error }) : error
}
