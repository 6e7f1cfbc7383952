import { isDeepStrictEqual } from 'node:util'
import type { OrderChange } from '../../adoptions/orders/order.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import type { CategoriesService } from '../../animals/categories/categories.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { StoredProfile } from '../../animals/profiles/profile.ts'
import { merged, noFacts } from '../../animals/profiles/profile-facts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import type { DetailedChange } from '../files/animal-details.service.ts'
import type { ImportChange } from '../files/import-change.ts'
import type { StoredChange } from '../files/import-changes.repository.ts'
import type { ImportChanges } from '../files/import-changes.service.ts'
import type { ImportUndos } from '../files/import-undo.service.ts'
import { listOrdersOf, listSampleAnimals, listSampleImports, type SampleAnimal } from './sample.repository.ts'
import { isOfSample } from './sample-adopters.ts'
import type { SampleChange } from './sample-change.ts'
import { type BeginImport, beginSampleImport } from './sample-import.ts'
import { actorOf, inBulk, type SampleParty } from './sample-party.ts'
import { sampleEntryOf, sampleOrganization } from './sample-shelter.ts'

type Query = Database['read']

type Deps = {
  database: Database<DetailedChange | ImportChange | OrderChange | SampleChange, Author>
  changes: Pick<ImportChanges, 'record' | 'isUndoable'> & {
    list(query: Query, importId: bigint, limit: number): Promise<StoredChange[]>
  }
  undosBy(author: Author): Pick<ImportUndos, 'run'>
  beginImport: BeginImport
  findProfile: (query: Query, petId: bigint) => Promise<StoredProfile>
  orders: Pick<OrdersService, 'update' | 'eraseCustomer'>
  categories: CategoriesService
  organizations: Pick<OrganizationsService, 'find' | 'put'>
  clock: Pick<Clock, 'nowMs'>
}

type Removing = {
  /** Called in each transaction that removes animals. Throws if they must not be removed. */
  guard?: (trx: Pick<Trx, 'query'>) => Promise<void>
  /** Whether this continues a removal that is in the audit log. */
  isBegun?: boolean
  stopping?: AbortSignal
}

export type SampleRemoval = ReturnType<typeof sampleRemoval>

const MAX_CHANGES = 1_000
/** The most categories searched for those of the sample. */
const MAX_CATEGORIES = 1_000
const running = new AbortController().signal

/** Undoes the imports of the sample shelter, which keeps what somebody has changed or added to it. */
export const sampleRemoval = (deps: Deps) => {
  const { database, changes, undosBy, orders, categories, organizations } = deps

  /** Earlier versions added the sample without the importer. */
  const isAsAdded = async ({ id, name }: SampleAnimal): Promise<boolean> => {
    const { shown, hidden } = await deps.findProfile(database.read, id)
    const entry = sampleEntryOf(hidden.externalId, hidden.intakeDate)
    if (!entry || name !== entry.name) return false
    const added = merged(noFacts, entry.profile)
    const { bondedWith } = shown
    return isDeepStrictEqual({ shown, hidden }, { shown: { ...added.shown, bondedWith }, hidden: added.hidden })
  }

  /** Records the animals that no import has recorded, as if one had just added them. */
  const recordOld = async ({ account, author }: SampleParty, animals: readonly SampleAnimal[]): Promise<void> => {
    const imports = await listSampleImports(database.read, account.id)
    const recorded = new Set<bigint>()
    for (const id of imports) {
      for (const { petId } of await changes.list(database.read, id, MAX_CHANGES)) recorded.add(petId)
    }
    const old: bigint[] = []
    for (const animal of animals) if (!recorded.has(animal.id) && (await isAsAdded(animal))) old.push(animal.id)
    if (old.length === 0) return
    const importId = await beginSampleImport(deps, account.id)
    await database.writeAs(author, ({ query }) => changes.record(query, importId, old, new Map()))
  }

  /** Ends its order and erases the customer, so that other systems do not keep a fictional person. */
  const endOrder = async (owner: SampleParty, petId: bigint): Promise<void> => {
    const call = { caller: actorOf(owner), author: owner.author }
    for (const { id, status } of (await listOrdersOf(database.read, petId)).filter(isOfSample)) {
      if (status === 'placed' || status === 'approved') {
        const precondition = { ifMatch: undefined, shown: <Order>(order: Order) => order }
        await orders.update(call, id, { status: 'cancelled' }, precondition)
      }
      await orders.eraseCustomer(call, id)
    }
  }

  const undo = async (owner: SampleParty, id: bigint, { guard, stopping }: Removing): Promise<void> => {
    const signal = stopping ?? running
    const actor = actorOf(owner)
    for (const change of await changes.list(database.read, id, MAX_CHANGES)) {
      signal.throwIfAborted()
      const isUndoable = await database.write(({ query }) => changes.isUndoable(query, actor, change))
      if (isUndoable) await endOrder(owner, change.petId)
    }
    await undosBy(owner.author).run({ id, signal, check: async (trx) => guard?.(trx) })
  }

  /** Earlier versions created categories for the sample, by the names that species have now. */
  const removeCategories = async ({ account, author }: SampleParty): Promise<void> => {
    const ofSpecies = await categories.listSpecies()
    for (const { id, name, petCounts } of await categories.list({ accountId: account.id }, { limit: MAX_CATEGORIES })) {
      const isEmpty = petCounts.available + petCounts.pending + petCounts.sold === 0
      const isOld = ofSpecies.some((one) => one.name === name) && ofSpecies.every(({ categoryId }) => categoryId !== id)
      if (isEmpty && isOld) await categories.remove({ author }, id, undefined)
    }
  }

  const removeOrganization = async (owner: SampleParty): Promise<void> => {
    const { account, author } = owner
    const call = { caller: actorOf(owner), author }
    const found = await organizations.find(call.caller, account.id)
    if (!isDeepStrictEqual(found, { id: account.id, ...sampleOrganization })) return
    await organizations.put(call, account.id, { name: account.name }, undefined)
  }

  /** Continues after an interruption. */
  return async (by: SampleParty, removing: Removing = {}): Promise<{ animals: number; kept: number }> => {
    const { isBegun = false } = removing
    const owner = inBulk(by)
    const before = await listSampleAnimals(database.read, owner.account.id)
    if (before.length === 0) return { animals: 0, kept: 0 }
    if (!isBegun) {
      await database.writeAs(by.author, async (trx) =>
        trx.record({ kind: 'sample removal begun', accountId: by.account.id }),
      )
    }
    await recordOld(owner, before)
    for (const id of await listSampleImports(database.read, owner.account.id)) await undo(owner, id, removing)
    if (!isBegun) await removeCategories(owner)
    await removeOrganization(owner)
    const left = await listSampleAnimals(database.read, owner.account.id)
    return { animals: before.length - left.length, kept: left.length }
  }
}
