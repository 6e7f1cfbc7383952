import { isDeepStrictEqual } from 'node:util'
import type { OrderChange } from '../../adoptions/orders/order.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import type { CategoriesService } from '../../animals/categories/categories.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfileChange, StoredProfile } from '../../animals/profiles/profile.ts'
import { merged, noFacts } from '../../animals/profiles/profile-facts.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { hasAdditions, listOrdersOf, listSampleAnimals } from './sample.repository.ts'
import { isOfSample } from './sample-adopters.ts'
import { sampleGroups } from './sample-animals.ts'
import type { SampleChange } from './sample-change.ts'
import { actorOf, inBulk, type SampleParty } from './sample-party.ts'
import { removeOrdersOf } from './sample-reset.repository.ts'
import { type SampleEntry, sampleEntryOf, sampleOrganization } from './sample-shelter.ts'

type Query = Trx['query']

type Deps = {
  database: Database<PetChange | ProfileChange | OrderChange | SampleChange, Author>
  pets: Pick<PetsService, 'findIn' | 'find' | 'discard'>
  findProfile: (query: Query, petId: bigint) => MaybePromise<StoredProfile>
  categories: Pick<CategoriesService, 'list' | 'listSpecies' | 'remove'>
  orders: Pick<OrdersService, 'update' | 'eraseCustomer'>
  organizations: Pick<OrganizationsService, 'find' | 'put'>
}

type Removing = {
  /** Whether this continues a removal that is in the audit log. */
  isBegun?: boolean
  stopping?: AbortSignal
}

export type SampleRemoval = ReturnType<typeof sampleRemoval>

/** The most categories searched for those of the sample. */
const MAX_CATEGORIES = 1_000

/** Removes the sample shelter, except for what somebody has changed or added to it. */
export const sampleRemoval = (deps: Deps) => {
  const { database, pets, findProfile, categories, orders, organizations } = deps

  /**
   * Whether an animal is as it was added. Its status, its category and whether it is published do not count: these
   * change while somebody tries things.
   */
  const isUnchanged = async (
    query: Query,
    ownerId: bigint,
    { id: petId, name }: { id: bigint; name: string },
  ): Promise<boolean> => {
    const { shown, hidden } = await findProfile(query, petId)
    const entry = sampleEntryOf(hidden.externalId, hidden.intakeDate)
    if (!entry || name !== entry.name) return false
    const added = merged(noFacts, entry.profile)
    const { bondedWith } = shown
    const isSame = isDeepStrictEqual({ shown, hidden }, factsWith(added, bondedWith))
    if (!isSame || !(await hasOnlySampleOrder(query, { ownerId, petId }, entry))) return false
    return !(await hasAdditions(query, { petId, pictureText: entry.pictureText }))
  }

  const hasOnlySampleOrder = async (
    query: Query,
    of: { ownerId: bigint; petId: bigint },
    { fate }: SampleEntry,
  ): Promise<boolean> => {
    const placed = await listOrdersOf(query, of.petId)
    const most = fate === 'stays' ? 0 : 1
    return placed.length <= most && placed.every((order) => isOfSample(order, of))
  }

  /** Ends its order and erases the customer, so that other systems do not keep a fictional person. */
  const endOrders = async (owner: SampleParty, petId: bigint): Promise<void> => {
    const call = { caller: actorOf(owner), author: owner.author }
    for (const order of await listOrdersOf(database.read, petId)) {
      // Somebody else may have placed one since the animal was checked.
      if (!isOfSample(order, { ownerId: owner.account.id, petId })) continue
      const { id, status } = order
      if (status === 'placed' || status === 'approved') {
        const precondition = { ifMatch: undefined, shown: <Order>(order: Order) => order }
        await orders.update(call, id, { status: 'cancelled' }, precondition)
      }
      await orders.eraseCustomer(call, id)
    }
  }

  /** Returns false if the animal stays. */
  const removeAnimal = async (owner: SampleParty, petId: bigint): Promise<boolean> => {
    const found = await pets.find(petId)
    if (!found || !(await isUnchanged(database.read, owner.account.id, found))) return false
    await endOrders(owner, petId)
    return database.writeAs(owner.author, async (trx) => {
      await trx.settle()
      for (const { id } of await listOrdersOf(trx.query, petId)) await trx.lock('orders', id)
      // Somebody may have changed it since.
      const owned = await pets.findIn(trx, petId)
      if (owned?.ownerId !== owner.account.id) return false
      if (!(await isUnchanged(trx.query, owned.ownerId, owned.pet))) return false
      await removeOrdersOf(trx.query, [petId])
      await pets.discard(trx, owned)
      return true
    })
  }

  /** Earlier versions created categories for the sample. */
  const removeCategories = async ({ account, author }: SampleParty): Promise<void> => {
    const names = new Set<string | undefined>(sampleGroups.map(({ category }) => category))
    const there = await categories.list({ accountId: account.id }, { limit: MAX_CATEGORIES })
    // Categories of species existed before.
    const existing = new Set((await categories.listSpecies()).map(({ categoryId }) => categoryId))
    for (const { id, name, petCounts } of there) {
      if (existing.has(id)) continue
      const isEmpty = petCounts.available + petCounts.pending + petCounts.sold === 0
      if (isEmpty && names.has(name)) await categories.remove({ author }, id, undefined)
    }
  }

  const forget = async (owner: SampleParty): Promise<void> => {
    const { account, author } = owner
    const call = { caller: actorOf(owner), author }
    const found = await organizations.find(call.caller, account.id)
    if (!isDeepStrictEqual(found, { id: account.id, ...sampleOrganization })) return
    await organizations.put(call, account.id, { name: account.name }, undefined)
  }

  /** Removes the animals that nobody has changed, and their orders. Continues after an interruption. */
  return async (by: SampleParty, { isBegun = false, stopping }: Removing = {}) => {
    const owner = inBulk(by)
    const there = await listSampleAnimals(database.read, owner.account.id)
    if (there.length === 0) return { animals: 0, kept: 0 }
    if (!isBegun) {
      await database.writeAs(by.author, async (trx) =>
        trx.record({ kind: 'sample removal begun', accountId: by.account.id }),
      )
    }
    let animals = 0
    for (const { id } of there) {
      stopping?.throwIfAborted()
      if (await removeAnimal(owner, id)) animals += 1
    }
    if (!isBegun) await removeCategories(owner)
    await forget(owner)
    const left = await listSampleAnimals(database.read, owner.account.id)
    return { animals, kept: left.length }
  }
}

type Compared = Pick<StoredProfile, 'shown' | 'hidden'>

/** Bonds end when one of the animals is removed. */
const factsWith = ({ shown, hidden }: Compared, bondedWith: readonly bigint[]): Compared => ({
  shown: { ...shown, bondedWith: [...bondedWith] },
  hidden,
})
