import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import type { PetTransferChange } from './pet-change.ts'
import { lockPets, moveOwnedPets, type OwnedList, walkOwnedPets } from './pet-transfers.repository.ts'

type Query = Trx['query']
type OfPets = { from: bigint; petIds: readonly bigint[] }

/** Data of animals that moves with them: orders or applications. */
type OfAnimals = {
  /** Returns their ids. */
  lockOwned(query: Query, owned: OfPets): Promise<bigint[]>
  /** The animals that have got others than those. */
  listNew(query: Query, owned: OfPets & { locked: bigint[] }): Promise<bigint[]>
  /** Returns the moved ids; none once all are moved. */
  moveOwned(query: Query, owned: OfPets & { to: bigint }): Promise<bigint[]>
  /** Moves their events. */
  giveEvents(query: Query, events: { to: bigint; ids: readonly bigint[] }): Promise<void>
}

/** The bonds between animals, which both must have the same owner. */
type BondsOfPets = {
  /** Those of some animals that are bonded. */
  listBonded(query: Query, petIds: readonly bigint[]): Promise<bigint[]>
  endForeign(trx: Trx<never>, petId: bigint, nowMs: number): Promise<void>
}

type Deps = {
  database: Database<PetTransferChange, Author>
  bonds: BondsOfPets
  clock: Pick<Clock, 'nowMs'>
  applications: OfAnimals
  orders: OfAnimals
}

type Transfer = { from: bigint; to: bigint; categoryId?: bigint | undefined }
type Transferred = { animals: number; applications: number; orders: number }
/** `later` are animals that another transaction must move. */
type Moved = Transferred & { later: bigint[] }

/** Animals read at a time and moved in one transaction, as changes to them wait for it. */
const MAX_ROWS_SCANNED = 2_000
const STEP = 50

/**
 * Moves animals to another account, with their applications, orders and events. With each commit, the one account
 * starts to see them and the other stops. It may be interrupted and run again. There is no event for it, because
 * nothing that events or responses show has changed, except for the bonds that end.
 */
export const petTransfers = ({ database, applications, orders, bonds, clock }: Deps) => {
  const giveAll = async (
    query: Query,
    { moveOwned, giveEvents }: OfAnimals,
    owned: OfPets & { to: bigint },
  ): Promise<number> => {
    let total = 0
    for (;;) {
      const ids = await moveOwned(query, owned)
      if (ids.length === 0) return total
      await giveEvents(query, { to: owned.to, ids })
      total += ids.length
    }
  }

  const move = async (trx: Trx<PetTransferChange>, ids: bigint[], { from, to }: Transfer): Promise<Moved> => {
    const { query } = trx
    const owned = { from, petIds: ids }
    // Applications and orders before animals, in the order of locks.
    const applied = await applications.lockOwned(query, owned)
    const ordered = await orders.lockOwned(query, owned)
    await lockPets(query, ids)
    // Somebody who changes one that was added in between has locked it, and waits for the animal.
    const later = new Set([
      ...(await applications.listNew(query, { ...owned, locked: applied })),
      ...(await orders.listNew(query, { ...owned, locked: ordered })),
    ])
    const now = ids.filter((id) => !later.has(id))
    const moved = await moveOwnedPets(query, { from, to, ids: now })
    if (moved.length > 0) trx.record({ kind: 'pets transferred', from, to, ids: moved })
    const given = { from, to, petIds: moved }
    return {
      animals: moved.length,
      applications: await giveAll(query, applications, given),
      orders: await giveAll(query, orders, given),
      later: [...later],
    }
  }

  /** Bonded animals may move one after the other, so this follows when all have moved. */
  const endBonds = async (author: Author, { from, to }: Transfer): Promise<void> => {
    const list: OwnedList = {
      categoryId: undefined,
      afterId: undefined,
      limit: MAX_ROWS_SCANNED,
    }
    for (;;) {
      const page = await walkOwnedPets(database.read, list)
      const ids = page.filter(({ ownerId }) => ownerId === from || ownerId === to)
      const bonded = await bonds.listBonded(
        database.read,
        ids.map(({ id }) => id),
      )
      for (const id of bonded) await database.writeAs(author, (trx) => bonds.endForeign(trx, id, clock.nowMs()))
      list.afterId = page.at(-1)?.id
      if (page.length < MAX_ROWS_SCANNED) return
    }
  }

  return {
    async run(author: Author, transfer: Transfer): Promise<Transferred> {
      const done = { animals: 0, applications: 0, orders: 0 }
      const { from, to } = transfer
      await database.writeAs(author, async (trx) => {
        trx.record({ kind: 'transfer begun', from, to })
        trx.record({ kind: 'transfer to come', from, to })
      })
      const { categoryId } = transfer
      const list: OwnedList = { categoryId, afterId: undefined, limit: MAX_ROWS_SCANNED }
      for (;;) {
        const page = await walkOwnedPets(database.read, list)
        const ids = page.filter(({ ownerId }) => ownerId === from).map(({ id }) => id)
        while (ids.length > 0) {
          const some = ids.splice(0, STEP)
          const moved = await database.writeAs(author, (trx) => move(trx, some, transfer))
          done.animals += moved.animals
          done.applications += moved.applications
          done.orders += moved.orders
          ids.unshift(...moved.later)
        }
        list.afterId = page.at(-1)?.id
        if (page.length < MAX_ROWS_SCANNED) break
      }
      await endBonds(author, transfer)
      return done
    },
  }
}

export type PetTransfers = ReturnType<typeof petTransfers>
