import { ApiError } from '../errors/api-error.ts'
import type { PetChange } from '../pets/pet-change.ts'
import type { PetsService } from '../pets/pets.service.ts'
import type { Clock } from '../platform/clock.ts'
import { checkIfMatch } from '../platform/http/etag.ts'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import { type Database, NotUnique, type Trx } from '../platform/storage/database.ts'
import { type Client, readsFor } from '../platform/storage/reads.ts'
import {
  isOpen,
  type NewOrder,
  type Order,
  type OrderChange,
  type OrderFilter,
  type OrderPatch,
  type OrderStatus,
  orderMoves,
  petStatusAfter,
} from './order.ts'
import type { OrderList, OrdersRepository } from './orders.repository.ts'

type Changes = OrderChange | PetChange

type Deps = {
  database: Database<Changes>
  orders: OrdersRepository
  pets: Pick<PetsService, 'get' | 'findIn' | 'move'>
  clock: Clock
  /** How long a placed order waits to be approved. */
  expiryMs: number
}

/** What a client requires of the order it changes, and the order as that client is shown it. */
export type Precondition = { ifMatch: string | undefined; shown: (order: Order) => Order }

export type OrdersService = ReturnType<typeof ordersService>

/** Overdue orders that are ended in one transaction at most. */
const EXPIRY_STEP = 100

/** Orders, each of which moves the status of its animal in the transaction that moves its own. */
export const ordersService = (deps: Deps) => {
  const { database, orders, pets, clock, expiryMs } = deps

  const get = async (trx: Trx, id: bigint): Promise<Order> => {
    await trx.lock('orders', id)
    const order = await orders.find(trx.query, id)
    if (!order) throw new ApiError('order_not_found')
    return order
  }

  const change = async (
    trx: Trx<Changes>,
    order: Order,
    { status, note }: { status: OrderStatus; note: string | undefined },
  ): Promise<Order> => {
    const changed = await orders.update(trx.query, order.id, { status, note, nowMs: clock.nowMs() })
    trx.record({ kind: 'order changed', before: order, after: changed })
    if (status !== order.status) await moveAnimal(trx, changed)
    return changed
  }

  /** An animal may have been deleted, or have gone to somebody else, since its order was delivered. */
  const moveAnimal = async (trx: Trx<Changes>, order: Order): Promise<void> => {
    const pet = await pets.findIn(trx, order.petId)
    if (!pet) return
    if (order.status === 'returned') {
      const isTaken =
        (await orders.hasOpen(trx.query, pet.id)) ||
        (await orders.wasDeliveredAfter(trx.query, order))
      if (isTaken) {
        const message = 'The animal has a later order, so this one cannot be returned.'
        throw new ApiError('invalid_transition', { message })
      }
    }
    await pets.move(trx, pet, petStatusAfter[order.status])
  }

  const checkMove = (order: Order, to: OrderStatus): void => {
    const isOverdue = order.expiresAt !== undefined && Date.parse(order.expiresAt) <= clock.nowMs()
    const from = isOverdue ? 'expired' : order.status
    const allowed: readonly OrderStatus[] = isOverdue ? ['expired'] : orderMoves[order.status]
    if (allowed.includes(to)) return
    throw new ApiError('invalid_transition', {
      message: `An order that is ${from} cannot become ${to}.`,
    })
  }

  return {
    find: (id: bigint): MaybePromise<Order | undefined> => orders.find(database.read, id),
    list: (client: Client, list: OrderList): MaybePromise<Order[]> =>
      orders.list(readsFor(database, client), list),
    count: (client: Client, filter: OrderFilter): MaybePromise<number> =>
      orders.count(readsFor(database, client), filter),

    /** Takes an available animal; throws `pet_not_found` or `pet_not_available`. */
    async place(trx: Trx<Changes>, order: NewOrder): Promise<Order> {
      const pet = await pets.get(trx, order.petId)
      if (pet.status !== 'available') throw new ApiError('pet_not_available')
      const nowMs = clock.nowMs()
      const placed = await orders
        .insert(trx.query, order, { nowMs, expiresAtMs: nowMs + expiryMs })
        .catch(refuseSecond)
      trx.record({ kind: 'order placed', after: placed })
      await pets.move(trx, pet, petStatusAfter.placed)
      return placed
    },

    update: (id: bigint, patch: OrderPatch, { ifMatch, shown }: Precondition): Promise<Order> =>
      database.write(async (trx) => {
        const order = await get(trx, id)
        checkIfMatch(ifMatch, shown(order))
        const status = patch.status ?? order.status
        const note = patch.note === undefined ? order.note : (patch.note ?? undefined)
        if (status !== order.status) checkMove(order, status)
        if (status === order.status && note === order.note) return order
        return change(trx, order, { status, note })
      }),

    /**
     * Forgets the customer, and the note that may be about them: in the order, in past events, in responses kept for an
     * `Idempotency-Key`, so in webhooks to come, and in the files of the database.
     */
    async eraseCustomer(id: bigint): Promise<void> {
      const isErased = await database.write(async (trx) => {
        const order = await get(trx, id)
        // Also of an order that has neither any more: a note that was removed is still in past events.
        trx.record({ kind: 'customer erased', orderId: id })
        if (order.customer === undefined && order.note === undefined) return false
        const erased = await orders.erase(trx.query, id, clock.nowMs())
        trx.record({ kind: 'order changed', before: order, after: erased })
        return true
      })
      if (isErased) await database.forgetPast()
    },

    /** Ends the placed orders whose time is over. */
    async expireOverdue(): Promise<void> {
      const overdue = await orders.listOverdue(database.read, clock.nowMs(), EXPIRY_STEP)
      if (overdue.length === 0) return
      await database.write(async (trx) => {
        for (const id of overdue.sort((one, other) => (one < other ? -1 : 1))) {
          const order = await get(trx, id)
          // Another writer may have been here since.
          if (isOpen(order.status) && order.expiresAt !== undefined) {
            await change(trx, order, { status: 'expired', note: order.note })
          }
        }
      })
    },
  }
}

/** An animal has one open order at most: the index that says so has the last word. */
const refuseSecond = (error: unknown): never => {
  throw error instanceof NotUnique ? new ApiError('pet_not_available', { cause: error }) : error
}
