import type { Author } from '../author/author.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import type { PetTransferChange } from './pet-change.ts'
import {
  giveOwnedPets,
  lockPets,
  type OwnedList,
  walkOwnedPets,
} from './pet-transfers.repository.ts'

type Query = Trx['query']
type OfPets = { from: bigint; petIds: readonly bigint[] }

/** The orders for animals, which go with them. */
type OrdersOfPets = {
  /** Returns which. */
  lockOwned(query: Query, orders: OfPets): Promise<bigint[]>
  /** The animals that have others than those. */
  listNewlyOrdered(query: Query, orders: OfPets & { locked: bigint[] }): Promise<bigint[]>
  /** Returns which were moved; none when all are. */
  giveOwned(query: Query, orders: OfPets & { to: bigint }): Promise<bigint[]>
}

/** The events of orders, which go with those. */
type EventsOfOrders = {
  giveOrders(query: Query, events: { to: bigint; orderIds: readonly bigint[] }): Promise<void>
}

type Deps = {
  database: Database<PetTransferChange, Author>
  orders: OrdersOfPets
  events: EventsOfOrders
}

export type Transfer = { from: bigint; to: bigint; categoryId?: bigint | undefined }
export type Transferred = { animals: number; orders: number }
/** `later` are the animals that have to be moved by another transaction. */
type Moved = Transferred & { later: bigint[] }

/** Animals that are read at a time, and moved in one transaction: whoever changes one of them waits for its end. */
const LOOK = 2_000
const STEP = 50

/**
 * Moves animals to another account, with the orders for them and their events. From each commit on, one account sees
 * them and the other does not. It may be interrupted and run again. There is no event for it, because nothing that
 * events show has changed, and no response about an animal shows its owner.
 */
export const petTransfers = ({ database, orders, events }: Deps) => {
  const move = async (
    trx: Trx<PetTransferChange>,
    ids: bigint[],
    { from, to }: Transfer,
  ): Promise<Moved> => {
    // Orders before animals, as in every transaction.
    const locked = await orders.lockOwned(trx.query, { from, petIds: ids })
    await lockPets(trx.query, ids)
    // Whoever changes an order that was placed in between holds it, and waits for the animal.
    const later = await orders.listNewlyOrdered(trx.query, { from, petIds: ids, locked })
    const now = ids.filter((id) => !later.includes(id))
    const moved = await giveOwnedPets(trx.query, { from, to, ids: now })
    if (moved.length > 0) trx.record({ kind: 'pets transferred', from, to, ids: moved })
    let total = 0
    for (;;) {
      const some = await orders.giveOwned(trx.query, { from, to, petIds: moved })
      if (some.length === 0) return { animals: moved.length, orders: total, later }
      await events.giveOrders(trx.query, { to, orderIds: some })
      total += some.length
    }
  }

  return {
    async run(author: Author, transfer: Transfer): Promise<Transferred> {
      const done = { animals: 0, orders: 0 }
      const { from, to } = transfer
      await database.writeAs(author, async (trx) => {
        trx.record({ kind: 'transfer begun', from, to })
        trx.record({ kind: 'transfer to come', from, to })
      })
      const { categoryId } = transfer
      const list: OwnedList = { categoryId, afterId: undefined, limit: LOOK }
      for (;;) {
        const page = await walkOwnedPets(database.read, list)
        const ids = page.filter(({ ownerId }) => ownerId === from).map(({ id }) => id)
        while (ids.length > 0) {
          const some = ids.splice(0, STEP)
          const moved = await database.writeAs(author, (trx) => move(trx, some, transfer))
          done.animals += moved.animals
          done.orders += moved.orders
          ids.unshift(...moved.later)
        }
        list.afterId = page.at(-1)?.id
        if (page.length < LOOK) return done
      }
    },
  }
}

export type PetTransfers = ReturnType<typeof petTransfers>
