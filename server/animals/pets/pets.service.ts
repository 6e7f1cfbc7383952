import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, checkOwner } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { Decision } from '../../requests/rate-limits/limiter.ts'
import { petError } from './pet.errors.ts'
import { type NewPet, type OwnedPet, type Pet, type PetPatch, type PetStatus, petMoves } from './pet.ts'
import type { PetChange, PetChangeReason } from './pet-change.ts'
import type { PetResponses, ShownChange } from './pet-responses.ts'
import {
  countPets,
  deletePet,
  findOwnedPet,
  findPet,
  insertPet,
  insertPets,
  type PetList,
  petReader,
  updatePet,
} from './pets.repository.ts'

/** The rules of categories: whether the category of an animal needs a name, and has one. */
type CategoryNames = {
  find(query: Trx['query'], id: bigint): Promise<{ name?: string } | undefined>
}

/** Access to orders: an open one controls the status of its animal. */
export type OpenOrders = { hasOpen(query: Trx['query'], petId: bigint): Promise<boolean> }

/** The bonds between animals, which end when one of them is removed. */
export type Bonds = {
  partnersOf(trx: Trx, petIds: readonly bigint[]): Promise<bigint[]>
  end(trx: Trx<never>, removed: { petId: bigint; ownerId: bigint; nowMs: number }): Promise<void>
}

type Deps = {
  database: Database<PetChange, Author>
  categories: CategoryNames
  orders: OpenOrders
  bonds: Bonds
  /** Whether an animal's category must have a name. */
  strictCategories: boolean
  clock: Pick<Clock, 'nowMs'>
}

export type PetsService = ReturnType<typeof petsService>

/** Animals: their transitions, and everything that must stay consistent with them. */
export const petsService = (deps: Deps) => {
  const { database, categories, orders, bonds, strictCategories, clock } = deps

  const findIn = async (trx: Trx, id: bigint): Promise<OwnedPet | undefined> => {
    await trx.lock('pets', id)
    return findOwnedPet(trx.query, id)
  }

  const get = async (trx: Trx, id: bigint): Promise<OwnedPet> => {
    const found = await findIn(trx, id)
    if (!found) throw petError('pet_not_found')
    return found
  }

  /** Gets an animal that `actor` may change. Throws `not_owner` for others. */
  const getOwn = async (trx: Trx, actor: Actor, id: bigint): Promise<Pet> => {
    const { pet, ownerId } = await get(trx, id)
    checkOwner(actor, ownerId)
    return pet
  }

  /** Throws `validation_failed` for a category without a name, if names are required. */
  const checkCategory = async (trx: Trx, categoryId: bigint): Promise<void> => {
    if (!strictCategories) return
    // Nobody may remove the name before the animal is counted.
    await trx.lock('categories', categoryId)
    const category = await categories.find(trx.query, categoryId)
    if (category?.name !== undefined) return
    const message = 'must be the id of a category with a name'
    throw protocolError('validation_failed', {
      message: `categoryId ${message}.`,
      errors: [{ field: 'categoryId', code: 'unknown_category', message }],
    })
  }

  const checkMove = async (
    trx: Trx,
    { id, status: from }: Pet,
    to: PetStatus,
    { isUndo }: PetChangeReason,
  ): Promise<void> => {
    if (await orders.hasOpen(trx.query, id)) throw petError('pet_has_open_order')
    const allowed: readonly PetStatus[] = petMoves[from]
    if (isUndo || allowed.includes(to)) return
    throw requestError('invalid_transition', {
      message: `An animal that is ${from} cannot become ${to}.`,
    })
  }

  /** Throws if the change is not allowed. */
  const checkChange = async (trx: Trx, before: Pet, after: Pet, reason: PetChangeReason = {}): Promise<void> => {
    if (after.status !== before.status) await checkMove(trx, before, after.status, reason)
    if (after.categoryId !== before.categoryId) await checkCategory(trx, after.categoryId)
  }

  /** Throws if the change is not allowed; does nothing if nothing changes. */
  const changeTo = async (
    trx: Trx<PetChange>,
    before: Pet,
    patch: PetPatch,
    reason: PetChangeReason = {},
  ): Promise<Pet> => {
    const after = { ...before, ...patch }
    await checkChange(trx, before, after, reason)
    const isSame =
      after.name === before.name && after.categoryId === before.categoryId && after.status === before.status
    return isSame ? before : change(trx, before, after, reason)
  }

  const change = async (trx: Trx<PetChange>, before: Pet, after: Pet, reason: PetChangeReason): Promise<Pet> => {
    await updatePet(trx.query, after, clock.nowMs())
    trx.record({ kind: 'pet changed', before, after, ...reason })
    return after
  }

  const remove = async (trx: Trx<PetChange>, { pet, ownerId }: OwnedPet): Promise<void> => {
    if (await orders.hasOpen(trx.query, pet.id)) throw petError('pet_has_open_order')
    await bonds.end(trx, { petId: pet.id, ownerId, nowMs: clock.nowMs() })
    await deletePet(trx.query, pet.id)
    trx.record({ kind: 'pet removed', before: pet })
  }

  return {
    get,
    findIn,
    changeTo,
    checkCategory,
    find: (id: bigint): MaybePromise<Pet | undefined> => findPet(database.read, id),
    list: petReader(database),
    count: ({ filter }: Pick<PetList, 'filter'>, client: Client): Promise<number> =>
      countPets(readsFor(database, client), filter),

    /**
     * Adds many animals for one account, after their categories were checked; given ids must be
     * new. Returns the others, in the given order.
     */
    async addMany(trx: Trx<PetChange>, ownerId: bigint, pets: readonly AddedPet[]): Promise<Pet[]> {
      const given = await insertPets(trx.query, pets, { ownerId, nowMs: clock.nowMs() })
      const isNamed = ({ id }: AddedPet) => id !== undefined
      const own = pets.flatMap(({ id, name, categoryId, status = 'available' }) =>
        id === undefined ? [] : [{ id, name, categoryId, status }],
      )
      const ordered = [...pets.filter(isNamed), ...pets.filter((pet) => !isNamed(pet))]
      for (const [at, after] of [...own, ...given].entries()) {
        trx.record({ kind: 'pet added', after, ownerId, departed: ordered[at]?.departed })
      }
      return given
    },

    /** Locks the categories of animals to be changed in one transaction, in the usual order. */
    async lockCategories(trx: Trx, pets: readonly { categoryId?: bigint }[]): Promise<void> {
      if (!strictCategories) return
      await lockInOrder(
        trx,
        'categories',
        pets.flatMap(({ categoryId }) => categoryId ?? []),
      )
    },

    /** Creates an animal for the account of the caller. */
    async create(trx: Trx<PetChange>, { accountId }: Pick<Actor, 'accountId'>, pet: NewPet): Promise<Pet> {
      if (strictCategories) await checkCategory(trx, pet.categoryId)
      const addition = { ownerId: accountId, nowMs: clock.nowMs() }
      const created = await insertPet(trx.query, pet, addition)
      trx.record({ kind: 'pet added', after: created, ownerId: accountId })
      return created
    },

    update: ({ caller, author }: By<Actor>, id: bigint, patch: PetPatch, ifMatch: string | undefined): Promise<Pet> =>
      database.writeAs(author, async (trx) => {
        const before = await getOwn(trx, caller, id)
        checkIfMatch(ifMatch, before)
        return changeTo(trx, before, patch)
      }),

    /** Locks animals to be updated in one transaction, in the usual order. */
    lockAll: (trx: Trx, updates: readonly { id: bigint }[]): Promise<void> =>
      lockInOrder(
        trx,
        'pets',
        updates.map(({ id }) => id),
      ),

    /** Throws what `updateIn` would, and writes nothing. */
    async checkUpdate(trx: Trx, actor: Actor, { id, ...patch }: PetUpdate): Promise<void> {
      const before = await getOwn(trx, actor, id)
      await checkChange(trx, before, { ...before, ...patch })
    },

    /** Updates an animal as part of something larger. */
    async updateIn(trx: Trx<PetChange>, actor: Actor, { id, ...patch }: PetUpdate): Promise<Pet> {
      return changeTo(trx, await getOwn(trx, actor, id), patch)
    },

    remove: ({ caller, author }: By<Actor>, id: bigint, ifMatch: string | undefined): Promise<void> =>
      database.writeAs(author, async (trx) => {
        await lockInOrder(trx, 'pets', [id, ...(await bonds.partnersOf(trx, [id]))])
        const { pet, ownerId } = await get(trx, id)
        checkOwner(caller, ownerId)
        checkIfMatch(ifMatch, pet)
        await remove(trx, { pet, ownerId })
      }),

    /** Removes an animal that the caller has locked. Throws `pet_has_open_order`. */
    discard: remove,

    /** Changes the status for an order, which controls it. */
    async move(trx: Trx<PetChange>, pet: Pet, status: PetStatus, how?: { isUndo?: true }): Promise<void> {
      if (pet.status !== status) {
        await change(trx, pet, { ...pet, status }, { isOfOrder: true, ...how })
      }
    },
  }
}

const lockInOrder = async (trx: Trx, table: 'pets' | 'categories', ids: readonly bigint[]): Promise<void> => {
  const ordered = [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))
  for (const id of ordered) await trx.lock(table, id)
}

type PetUpdate = PetPatch & { id: bigint }

/** An animal to add, perhaps with a given id, and how it left if it was not adopted. */
type AddedPet = NewPet & { id?: bigint; departed?: string | undefined }

/** Notifies the response caches of all processes of changes. */
export type Catalogue = {
  /**
   * Whether cached responses may be served: this process knows every change that was acknowledged
   * before the decision. Absent if it always does.
   */
  isCurrent?(decision?: Pick<Decision, 'isCatalogueCurrent'>): boolean
  /**
   * Called with the changes of a transaction after its commit; the change is acknowledged once this
   * resolves.
   */
  changed(changes: readonly ShownChange[]): void | Promise<void>
}

/**
 * The catalogue of a process that makes all changes itself, or does not know what others change.
 */
export const createCatalogue = (
  { onForeignChange }: Pick<Database, 'onForeignChange'>,
  responses: Pick<PetResponses, 'changed' | 'clear'>,
): Catalogue => {
  onForeignChange(responses.clear)
  return {
    changed(changes) {
      for (const change of changes) responses.changed(change)
    },
  }
}
