import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../../accounts/accounts/account.ts'
import type { OrderChange, OrderStatus } from '../../adoptions/orders/order.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import type { CategoriesService } from '../../animals/categories/categories.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import {
  listOrdersOf,
  listSampleAnimals,
  listWithoutPhotos,
  removeSampleAdoptions,
} from './sample.repository.ts'
import { sampleGroups } from './sample-animals.ts'
import type { SampleChange } from './sample-change.ts'
import type { SamplePictures } from './sample-pictures.ts'
import { mixed, type SampleEntry, sampleEntries, sampleOrganization } from './sample-shelter.ts'

type Deps = {
  database: Database<PetChange | OrderChange | SampleChange, Author>
  pets: Pick<PetsService, 'create' | 'remove'>
  profiles: Pick<ProfilesService, 'edit'>
  categories: Pick<CategoriesService, 'list' | 'listSpecies' | 'put' | 'remove'>
  orders: Pick<OrdersService, 'place' | 'update' | 'eraseCustomer'>
  organizations: Pick<OrganizationsService, 'find' | 'put'>
  addPicture: SamplePictures
  clock: Clock
  /** How many animals to add at a time; few while each is drawn. */
  atOnce?: number
}

/** The account of the sample, and who adds or removes it. */
type For = { account: Account; author: Author }

/** One entry of the audit log for all changes. */
const begin = (
  { account, author }: For,
  { database }: Pick<Deps, 'database'>,
  kind: SampleChange['kind'],
) => database.writeAs(author, async (trx) => trx.record({ kind, accountId: account.id }))

export type SampleService = ReturnType<typeof sampleService>

/** The number of images rendered at a time. */
const AT_ONCE = 2
/** The most categories searched for names and free ids. */
const MAX_CATEGORIES = 1_000

/** A fictional shelter: it shows the product before there are real animals. */
export const sampleService = (deps: Deps) => {
  const { database, pets, profiles, categories, orders, organizations, addPicture, clock } = deps
  const { atOnce = AT_ONCE } = deps

  /** The ids of the sample's categories: existing ones of that name, or new ones. */
  const nameCategories = async ({ account, author }: For): Promise<Map<string, bigint>> => {
    const there = await categories.list({ accountId: account.id }, { limit: MAX_CATEGORIES })
    const idOf = new Map(there.flatMap(({ id, name }) => (name === undefined ? [] : [[name, id]])))
    const taken = new Set(there.map(({ id }) => id))
    let next = 1n
    for (const { category: name } of sampleGroups) {
      if (idOf.has(name)) continue
      while (taken.has(next)) next += 1n
      taken.add(next)
      await categories.put({ author }, next, { name }, undefined)
      idOf.set(name, next)
    }
    return idOf
  }

  const introduce = async (owner: For): Promise<void> => {
    const { account, author } = owner
    if (await organizations.find(actorOf(owner), account.id)) return
    const call = { caller: actorOf(owner), author }
    await organizations.put(call, account.id, sampleOrganization, undefined)
  }

  const place = async (owner: For, petId: bigint, { fate, name }: SampleEntry): Promise<void> => {
    const placer = { ...actorOf(owner), plan: owner.account.plan }
    const customer = adopterOf(petId)
    const note = fate === 'adopted' ? `${name} has moved in.` : 'Has visited twice.'
    const { id } = await database.writeAs(owner.author, (trx) =>
      orders.place(trx, placer, { petId, customer, note }),
    )
    for (const status of stepsTo[fate]) await move(owner, id, status)
  }

  const move = (owner: For, orderId: bigint, status: OrderStatus) =>
    orders.update(
      { caller: actorOf(owner), author: owner.author },
      orderId,
      { status },
      {
        ifMatch: undefined,
        shown: (order) => order,
      },
    )

  const addAnimal = async (owner: For, entry: SampleEntry, categoryId: bigint): Promise<bigint> => {
    const { account, author } = owner
    const { id: petId } = await database.writeAs(author, (trx) =>
      pets.create(trx, { accountId: account.id }, { name: entry.name, categoryId }),
    )
    const call = { caller: actorOf(owner), author }
    // Added before it is published, which may require a photo.
    await addPicture(call, petId, entry)
    await profiles.edit(call, { petId, isPatch: false, given: entry.profile })
    return petId
  }

  const bond = async (owner: For, entries: SampleEntry[], ids: ReadonlyMap<string, bigint>) => {
    const call = { caller: actorOf(owner), author: owner.author }
    for (const { externalId, bonds } of entries) {
      const petId = ids.get(externalId)
      const bondedWith = bonds.flatMap((id) => ids.get(id) ?? [])
      if (petId === undefined || bondedWith.length === 0) continue
      await profiles.edit(call, { petId, isPatch: true, given: { bondedWith } })
    }
  }

  /** Adds the pictures of sample animals that have no photo. Returns how many animals that were. */
  const addPictures = async (owner: For, entries: readonly SampleEntry[]): Promise<number> => {
    const call = { caller: actorOf(owner), author: owner.author }
    const entryOf = new Map(entries.map((entry) => [entry.externalId, entry]))
    const bare = await listWithoutPhotos(database.read, owner.account.id)
    const left = bare.values()
    const addOnes = async () => {
      for (const { id, externalId } of left) {
        const entry = entryOf.get(externalId ?? '')
        if (entry) await addPicture(call, id, entry)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, addOnes))
    return bare.length
  }

  /**
   * Ends and erases its orders, as an animal with an open order cannot be removed, and nothing of
   * fictional people may be left.
   */
  const endOrders = async (owner: For, petId: bigint): Promise<void> => {
    const call = { caller: actorOf(owner), author: owner.author }
    for (const { id, status } of await listOrdersOf(database.read, petId)) {
      if (status === 'placed' || status === 'approved') await move(owner, id, 'cancelled')
      await orders.eraseCustomer(call, id)
    }
  }

  const removeCategories = async ({ account, author }: For): Promise<void> => {
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

  const forget = async (owner: For): Promise<void> => {
    const { account, author } = owner
    const call = { caller: actorOf(owner), author }
    const found = await organizations.find(call.caller, account.id)
    if (!isDeepStrictEqual(found, { id: account.id, ...sampleOrganization })) return
    await organizations.put(call, account.id, { name: account.name }, undefined)
  }

  return {
    /**
     * Adds what is missing, so it continues after an interruption. `onAdded` is called for each
     * animal.
     */
    async add(by: For, onAdded: (done: number, total: number) => void = () => {}) {
      const owner = inBulk(by)
      const entries = sampleEntries(clock.nowMs())
      const there = await listSampleAnimals(database.read, owner.account.id)
      const ids = new Map(there.map(({ id, externalId }) => [externalId ?? '', id]))
      const missing = entries.filter(({ externalId }) => !ids.has(externalId))
      const pictures = await addPictures(owner, entries)
      if (missing.length === 0) return { animals: 0, orders: 0, pictures }
      await begin(by, deps, 'sample addition begun')
      const categoryIds = await nameCategories(owner)
      await introduce(owner)
      const left = mixed(missing).values()
      let done = 0
      const addOnes = async () => {
        for (const entry of left) {
          const petId = await addAnimal(owner, entry, categoryIds.get(entry.category) ?? 0n)
          if (entry.fate !== 'stays') await place(owner, petId, entry)
          ids.set(entry.externalId, petId)
          done += 1
          onAdded(done, missing.length)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, addOnes))
      await bond(owner, missing, ids)
      const orderCount = missing.filter(({ fate }) => fate !== 'stays').length
      return { animals: missing.length, orders: orderCount, pictures }
    },

    /** Removes its animals, the customers of their orders, and the categories that become empty. */
    async remove(by: For) {
      const owner = inBulk(by)
      const there = await listSampleAnimals(database.read, owner.account.id)
      if (there.length === 0) return { animals: 0 }
      await begin(by, deps, 'sample removal begun')
      const call = { caller: actorOf(owner), author: owner.author }
      for (const { id } of there) {
        await endOrders(owner, id)
        await pets.remove(call, id, undefined)
        await database.write(({ query }) => removeSampleAdoptions(query, id))
      }
      await removeCategories(owner)
      await forget(owner)
      return { animals: there.length }
    },
  }
}

const inBulk = ({ account, author }: For): For => ({
  account,
  author: { ...author, isInBulk: true },
})

const actorOf = ({ account }: For): Actor => ({
  accountId: account.id,
  scopes: new Set(),
  actsForStore: false,
})

const stepsTo: Record<SampleEntry['fate'], OrderStatus[]> = {
  stays: [],
  reserved: [],
  approved: ['approved'],
  adopted: ['approved', 'delivered'],
}

const adopters = [
  ...['Alex Morgan', 'Samira Haddad', 'Jonas Weber', 'Mei Tanaka', 'Priya Nair', 'Tomás Ortega'],
  ...[
    'Ingrid Solberg',
    'Kwame Mensah',
    'Elif Yılmaz',
    'Noah Bennett',
    'Clara Dubois',
    'Ravi Patel',
  ],
]

/** A fictional person, at an address that can never exist (RFC 2606). */
const adopterOf = (petId: bigint) => {
  const name = adopters[Number(petId % BigInt(adopters.length))] ?? 'Alex Morgan'
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
  return { name, email: `${plain.replace(' ', '.')}@example.org` }
}
