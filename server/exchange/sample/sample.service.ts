import type { OrderChange, OrderStatus } from '../../adoptions/orders/order.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { PhotosService } from '../../animals/photos/photos.service.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import type { DetailedChange, DetailsOptions } from '../files/animal-details.service.ts'
import type { ImportService } from '../files/import.service.ts'
import { listOrdersOf, listSampleAnimals } from './sample.repository.ts'
import { adopterOf, isOfSample } from './sample-adopters.ts'
import type { SampleChange } from './sample-change.ts'
import { type BeginImport, beginSampleImport } from './sample-import.ts'
import { actorOf, inBulk, type SampleParty } from './sample-party.ts'
import type { SamplePictures } from './sample-pictures.ts'
import {
  type SampleEntry,
  type SampleOrderStatus,
  sampleEntries,
  sampleFile,
  sampleOrders,
  sampleOrganization,
} from './sample-shelter.ts'

type Deps = {
  database: Database<DetailedChange | OrderChange | SampleChange, Author>
  withDetails(options: DetailsOptions): ImportService
  beginImport: BeginImport
  profiles: Pick<ProfilesService, 'edit'>
  photos: Pick<PhotosService, 'add'>
  orders: Pick<OrdersService, 'place' | 'update'>
  organizations: Pick<OrganizationsService, 'find' | 'put'>
  clock: Clock
}

type Adding = {
  /** Without it, the animals get no photos. */
  pictureOf?: SamplePictures | undefined
  /** Called after some animals. */
  onAdded?: (done: number, total: number) => void
  /** Called in each transaction that adds animals. Throws if they must not be added. */
  guard?: (trx: Pick<Trx, 'query'>) => Promise<void>
  /** Whether this continues an addition that is in the audit log. */
  isBegun?: boolean
  /** Whether the animals are published. */
  isPublished?: boolean
  /** Whether the details of the account stay as they are. */
  keepsOrganization?: boolean
  stopping?: AbortSignal
}

export type SampleService = ReturnType<typeof sampleService>

type OrderToPlace = { petId: bigint; name: string; last: SampleOrderStatus }

const running = new AbortController().signal

/** A fictional shelter: it shows the product before there are real animals. */
export const sampleService = (deps: Deps) => {
  const { database, profiles, photos, orders, organizations, clock } = deps

  const introduce = async (owner: SampleParty): Promise<void> => {
    const { account, author } = owner
    if (await organizations.find(actorOf(owner), account.id)) return
    const call = { caller: actorOf(owner), author }
    await organizations.put(call, account.id, sampleOrganization, undefined)
  }

  const importAnimals = async (owner: SampleParty, entries: readonly SampleEntry[], adding: Adding): Promise<void> => {
    const { pictureOf, guard, onAdded, stopping = running } = adding
    const { account, author } = owner
    const { id: accountId } = account
    const importId = await beginSampleImport(deps, accountId)
    const fetchPhoto = async (address: string) => {
      const entry = entries.find(({ photo }) => photo === address)
      const image = entry && (await pictureOf?.(entry))
      return image && { ...image, alt: entry.pictureText }
    }
    const options = { namesCategories: false, needsPhotos: true, ...(pictureOf && { fetchPhoto }) } as const
    const { refused } = await deps.withDetails(options).run({
      actor: actorOf(owner),
      author,
      importId,
      source: 'sample',
      file: sampleFile(entries),
      isDryRun: false,
      isAllOrNothing: false,
      isAgain: true,
      choosesIds: false,
      staysOpen: true,
      report: { resume: async () => true, write: async (length) => length },
      stopping,
      async guard(trx) {
        // Another process may be adding the same animals.
        await trx.lock('accounts', accountId)
        await guard?.(trx)
      },
      onProgress: ({ rows }) => onAdded?.(rows, entries.length),
    })
    if (refused > 0) throw new Error(`${refused} animals of the sample were refused`)
  }

  /** Places the order of an animal and brings it to its status, unless somebody else has ordered or changed it. */
  const completeOrder = async (owner: SampleParty, { petId, name, last }: OrderToPlace): Promise<void> => {
    const placer = { ...actorOf(owner), plan: owner.account.plan }
    const note = last === 'delivered' ? `${name} has moved in.` : 'Has visited twice.'
    const order = await database.writeAs(owner.author, async (trx) => {
      await trx.settle()
      await trx.lock('pets', petId)
      const [newest] = await listOrdersOf(trx.query, petId)
      if (newest) return isOfSample(newest) ? newest : undefined
      return orders.place(trx, placer, { petId, customer: adopterOf(petId), note })
    })
    if (!order) return
    let { status } = order
    for (const next of stepsTo[last]) {
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

  const bond = async (
    owner: SampleParty,
    { externalId, bonds }: SampleEntry,
    ids: ReadonlyMap<string, bigint>,
  ): Promise<void> => {
    const petId = ids.get(externalId)
    const bondedWith = bonds.flatMap((id) => ids.get(id) ?? [])
    if (petId === undefined || bondedWith.length === 0) return
    const call = { caller: actorOf(owner), author: owner.author }
    await profiles.edit(call, { petId, isPatch: true, given: { bondedWith } })
  }

  /** Adds the pictures of sample animals that have no photo. Returns how many animals have none. */
  const addPictures = async (
    owner: SampleParty,
    { pictureOf, stopping }: Pick<Adding, 'pictureOf' | 'stopping'>,
  ): Promise<number> => {
    const animals = await listSampleAnimals(database.read, owner.account.id)
    const bare = animals.filter(({ hasPhoto }) => !hasPhoto)
    const entries = sampleEntries(clock.nowMs())
    for (const { id: petId, externalId } of bare) {
      stopping?.throwIfAborted()
      const entry = entries.find((one) => one.externalId === externalId)
      const image = entry && (await pictureOf?.(entry))
      if (!image) continue
      const added = { petId, image, alt: entry.pictureText, origin: '' }
      await database.writeAs(owner.author, (trx) => photos.add(trx, actorOf(owner), added))
    }
    return bare.length
  }

  const idsOf = async ({ account }: SampleParty): Promise<Map<string, bigint>> => {
    const animals = await listSampleAnimals(database.read, account.id)
    return new Map(animals.map(({ id, externalId }) => [externalId ?? '', id]))
  }

  return {
    /** Adds what is missing, so it continues after an interruption. */
    async add(by: SampleParty, adding: Adding = {}) {
      const { isBegun = false, isPublished = true, keepsOrganization = false, stopping } = adding
      const owner = inBulk(by)
      const entries = sampleEntries(clock.nowMs(), isPublished)
      const before = await idsOf(owner)
      const missing = entries.filter(({ externalId }) => !before.has(externalId))
      const pictures = await addPictures(owner, adding)
      if (missing.length === 0 && !isBegun) return { animals: 0, orders: 0, pictures }
      if (!isBegun) {
        await database.writeAs(by.author, async (trx) =>
          trx.record({ kind: 'sample addition begun', accountId: by.account.id }),
        )
      }
      if (!keepsOrganization) await introduce(owner)
      if (missing.length > 0) await importAnimals(owner, missing, adding)
      const ids = await idsOf(owner)
      // After an interruption, animals that exist may lack the rest.
      const due = isBegun ? entries : missing
      for (const { externalId, status } of sampleOrders) {
        stopping?.throwIfAborted()
        const entry = due.find((one) => one.externalId === externalId)
        const petId = ids.get(externalId)
        if (entry && petId !== undefined) await completeOrder(owner, { petId, name: entry.name, last: status })
      }
      for (const entry of due) await bond(owner, entry, ids)
      const orderCount = sampleOrders.filter(({ externalId }) => !before.has(externalId)).length
      return { animals: missing.length, orders: orderCount, pictures }
    },
  }
}

const stepsTo = {
  placed: [],
  approved: ['approved'],
  delivered: ['approved', 'delivered'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** The status of an order before each step. */
const before = { approved: 'placed', delivered: 'approved' } as const
