import type { Author } from '../author/author.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import type { PetTransferChange } from './pet-change.ts'
import { giveOwnedPets, type OwnedList, walkOwnedPets } from './pet-transfers.repository.ts'

type Query = Trx['query']
type OfPets = { from: bigint; petIds: readonly bigint[] }

/** The orders for animals, which go with them. */
type OrdersOfPets = {
  lockOwned(query: Query, orders: OfPets): Promise<void>
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

/** Animals that are read at a time, and moved in one transaction. */
const LOOK = 2_000
const STEP = 200

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
  ): Promise<Transferred> => {
    // Orders before animals, as in every transaction.
    await orders.lockOwned(trx.query, { from, petIds: ids })
    const moved = await giveOwnedPets(trx.query, { from, to, ids })
    if (moved.length > 0) trx.record({ kind: 'pets transferred', from, to, ids: moved })
    let total = 0
    for (;;) {
      const some = await orders.giveOwned(trx.query, { from, to, petIds: moved })
      if (some.length === 0) return { animals: moved.length, orders: total }
      await events.giveOrders(trx.query, { to, orderIds: some })
      total += some.length
    }
  }

  return {
    async run(author: Author, transfer: Transfer): Promise<Transferred> {
      const done = { animals: 0, orders: 0 }
      const { from, to } = transfer
      await database.writeAs(author, async (trx) =>
        trx.record({ kind: 'transfer begun', from, to }),
      )
      const { categoryId } = transfer
      const list: OwnedList = { categoryId, afterId: undefined, limit: LOOK }
      for (;;) {
        const page = await walkOwnedPets(database.read, list)
        const ids = page.filter(({ ownerId }) => ownerId === from).map(({ id }) => id)
        for (let at = 0; at < ids.length; at += STEP) {
          const some = ids.slice(at, at + STEP)
          const { animals, orders } = await database.writeAs(author, (trx) =>
            move(trx, some, transfer),
          )
          done.animals += animals
          done.orders += orders
        }
        list.afterId = page.at(-1)?.id
        if (page.length < LOOK) return done
      }
    },
  }
}

export type PetTransfers = ReturnType<typeof petTransfers>
