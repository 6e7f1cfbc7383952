import type { OrderChange, OrderStatus } from '../../adoptions/orders/order.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import type { CategoriesService } from '../../animals/categories/categories.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { PhotoChange } from '../../animals/photos/photo.ts'
import type { StoredImage } from '../../animals/photos/photo-media.service.ts'
import type { PhotosService } from '../../animals/photos/photos.service.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { findSampleAnimal, listOrdersOf, listSampleAnimals, listWithoutPhotos } from './sample.repository.ts'
import { adopterOf, isOfSample } from './sample-adopters.ts'
import type { SampleChange } from './sample-change.ts'
import { actorOf, inBulk, type SampleParty } from './sample-party.ts'
import type { SamplePictures } from './sample-pictures.ts'
import { mixed, type SampleEntry, sampleEntries, sampleOrganization } from './sample-shelter.ts'

type Changes = PetChange | ProfileChange | PhotoChange | OrderChange | SampleChange

type Deps = {
  database: Database<Changes, Author>
  pets: Pick<PetsService, 'create'>
  profiles: Pick<ProfilesService, 'edit' | 'replace'>
  photos: Pick<PhotosService, 'add'>
  categories: Pick<CategoriesService, 'listSpecies'>
  orders: Pick<OrdersService, 'place' | 'update'>
  /** Absent if the details of the account stay as they are. */
  organizations?: Pick<OrganizationsService, 'find' | 'put'>
  pictureOf: SamplePictures
  clock: Clock
  /** How many animals to add at a time; few while each is rendered. */
  atOnce?: number
}

type Adding = {
  /** Called after each animal. */
  onAdded?: (done: number, total: number) => void
  /** Called in each transaction that adds an animal. Throws if it must not be added. */
  guard?: (query: Trx['query']) => Promise<void>
  /** Whether this continues an addition that is in the audit log. */
  isBegun?: boolean
  /** Whether the animals are published. */
  isPublished?: boolean
  stopping?: AbortSignal
}

type New = { image: StoredImage | undefined; categoryId: bigint; guard: Adding['guard'] }

export type SampleService = ReturnType<typeof sampleService>

/** The number of images rendered at a time. */
const AT_ONCE = 2
/** Photos need no address here. */
const origin = ''

/**
 * A fictional shelter: it shows the product before there are real animals. Each animal is added in one transaction, and
 * never a second time.
 */
export const sampleService = (deps: Deps) => {
  const { database, pets, profiles, photos, categories, orders, organizations, clock } = deps
  const { pictureOf, atOnce = AT_ONCE } = deps

  const introduce = async (owner: SampleParty): Promise<void> => {
    const { account, author } = owner
    if (!organizations || (await organizations.find(actorOf(owner), account.id))) return
    const call = { caller: actorOf(owner), author }
    await organizations.put(call, account.id, sampleOrganization, undefined)
  }

  const addAnimal = async (
    owner: SampleParty,
    entry: SampleEntry,
    { image, categoryId, guard }: New,
  ): Promise<boolean> => {
    const { account, author } = owner
    const { id: accountId } = account
    return database.writeAs(author, async (trx) => {
      await trx.settle()
      // Another process may be adding it, too.
      await trx.lock('accounts', accountId)
      await guard?.(trx.query)
      if (await findSampleAnimal(trx.query, accountId, entry.externalId)) return false
      const pet = { name: entry.name, categoryId }
      const { id: petId } = await pets.create(trx, { accountId }, pet)
      const caller = actorOf(owner)
      const alt = entry.pictureText
      // Added before it is published, which may require a photo.
      if (image) await photos.add(trx, caller, { petId, image, alt, origin })
      await profiles.replace(trx, caller, { petId, ...entry.profile })
      return true
    })
  }

  /** Places the order of an animal and brings it to its status, unless somebody else has ordered or changed it. */
  const completeOrder = async (owner: SampleParty, petId: bigint, { fate, name }: SampleEntry): Promise<void> => {
    if (fate === 'stays') return
    const placer = { ...actorOf(owner), plan: owner.account.plan }
    const note = fate === 'adopted' ? `${name} has moved in.` : 'Has visited twice.'
    const order = await database.writeAs(owner.author, async (trx) => {
      await trx.settle()
      await trx.lock('pets', petId)
      const [newest] = await listOrdersOf(trx.query, petId)
      if (newest) return isOfSample(newest, { ownerId: owner.account.id, petId }) ? newest : undefined
      return orders.place(trx, placer, { petId, customer: adopterOf(petId), note })
    })
    if (!order) return
    let { status } = order
    for (const next of stepsTo[fate]) {
      if (status !== before[next]) continue
      await move(owner, order.id, next)
      status = next
    }
  }

  const move = (owner: SampleParty, orderId: bigint, status: OrderStatus) =>
    orders.update(
      { caller: actorOf(owner), author: owner.author },
      orderId,
      { status },
      { ifMatch: undefined, shown: (order) => order },
    )

  const bond = async (owner: SampleParty, entries: SampleEntry[], ids: ReadonlyMap<string, bigint>) => {
    const call = { caller: actorOf(owner), author: owner.author }
    for (const { externalId, bonds } of entries) {
      const petId = ids.get(externalId)
      const bondedWith = bonds.flatMap((id) => ids.get(id) ?? [])
      if (petId === undefined || bondedWith.length === 0) continue
      await profiles.edit(call, { petId, isPatch: true, given: { bondedWith } })
    }
  }

  /** Adds the pictures of sample animals that have no photo. Returns how many animals that were. */
  const addPictures = async (
    owner: SampleParty,
    { entries, stopping }: { entries: readonly SampleEntry[]; stopping: AbortSignal | undefined },
  ): Promise<number> => {
    const entryOf = new Map(entries.map((entry) => [entry.externalId, entry]))
    const bare = await listWithoutPhotos(database.read, owner.account.id)
    await concurrently(bare, atOnce, async ({ id: petId, externalId }) => {
      stopping?.throwIfAborted()
      const entry = entryOf.get(externalId ?? '')
      const image = entry && (await pictureOf(entry, owner.account.id))
      if (!image) return
      await database.writeAs(owner.author, (trx) =>
        photos.add(trx, actorOf(owner), { petId, image, alt: entry.pictureText, origin }),
      )
    })
    return bare.length
  }

  const idsOf = async ({ account }: SampleParty): Promise<Map<string, bigint>> => {
    const there = await listSampleAnimals(database.read, account.id)
    return new Map(there.map(({ id, externalId }) => [externalId ?? '', id]))
  }

  return {
    /** Adds what is missing, so it continues after an interruption. */
    async add(by: SampleParty, adding: Adding = {}) {
      const { onAdded, guard, isBegun = false, isPublished = true, stopping } = adding
      const owner = inBulk(by)
      const entries = sampleEntries(clock.nowMs())
      const there = await idsOf(owner)
      const missing = entries.filter(({ externalId }) => !there.has(externalId))
      const pictures = await addPictures(owner, { entries, stopping })
      if (missing.length === 0 && !isBegun) return { animals: 0, orders: 0, pictures }
      if (!isBegun) {
        await database.writeAs(by.author, async (trx) =>
          trx.record({ kind: 'sample addition begun', accountId: by.account.id }),
        )
      }
      await introduce(owner)
      const species = new Map((await categories.listSpecies()).map((one) => [one.species, one]))
      const inOrder = startInOrder()
      let done = 0
      await concurrently(mixed(missing), atOnce, async (entry) => {
        stopping?.throwIfAborted()
        const categoryId = species.get(entry.species)?.categoryId ?? 0n
        const profile = { ...entry.profile, published: isPublished }
        await inOrder(
          () => pictureOf(entry, owner.account.id),
          (image) => addAnimal(owner, { ...entry, profile }, { image, categoryId, guard }),
        )
        done += 1
        onAdded?.(done, missing.length)
      })
      const ids = await idsOf(owner)
      // After an interruption, animals that are there may lack the rest.
      const due = isBegun ? entries : missing
      await concurrently(due, atOnce, async (entry) => {
        const petId = ids.get(entry.externalId)
        stopping?.throwIfAborted()
        if (petId !== undefined) await completeOrder(owner, petId, entry)
      })
      await bond(owner, due, ids)
      const orderCount = missing.filter(({ fate }) => fate !== 'stays').length
      return { animals: missing.length, orders: orderCount, pictures }
    },
  }
}

const concurrently = async <Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const left = items.values()
  const workOnes = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, workOnes))
}

/** Starts the last steps of several tasks in the order of the tasks, so that ids do not depend on the time that rendering takes. */
const startInOrder = () => {
  let last = Promise.resolve()
  return async <Prepared>(
    prepare: () => Promise<Prepared>,
    finish: (prepared: Prepared) => Promise<unknown>,
  ): Promise<void> => {
    const previous = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    try {
      const prepared = await prepare()
      await previous
      const finished = finish(prepared)
      resolve()
      await finished
    } finally {
      resolve()
    }
  }
}

const stepsTo = {
  reserved: [],
  approved: ['approved'],
  adopted: ['approved', 'delivered'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** The status of an order before each step. */
const before = { approved: 'placed', delivered: 'approved' } as const
