import type { Account } from '../../accounts/accounts/account.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { StoredImage } from '../../animals/photos/photo-media.service.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { deleteSampleImports, listSampleImports } from './sample.repository.ts'
import type { SampleService } from './sample.service.ts'
import type { SampleChange } from './sample-change.ts'
import { reusedPictures, type SamplePictures } from './sample-pictures.ts'
import {
  listOpenElsewhere,
  listOwnAnimals,
  listPictures,
  removeCases,
  removeOrdersOf,
} from './sample-reset.repository.ts'

type Changes = PetChange | ProfileChange | SampleChange

type Deps = {
  database: Database<Changes, Author>
  pets: Pick<PetsService, 'get' | 'discard'>
  orders: Pick<OrdersService, 'update'>
  sample: Pick<SampleService, 'add'>
  pictureOf: SamplePictures
  claimFiles: (query: Database['read'], names: readonly string[], nowMs: number) => Promise<boolean>
  clock: Pick<Clock, 'nowMs'>
}

type For = { account: Account; author: Author }

export type SampleResetService = ReturnType<typeof sampleResetService>

/** How many animals are removed in one transaction, for which other writers wait. */
const AT_ONCE = 100

/** Replaces everything that an account has in staging by the sample. */
export const sampleResetService = (deps: Deps) => {
  const { database, pets, orders, sample } = deps
  /** Resets of one account run one after the other. */
  const running = new Map<bigint, Promise<void>>()
  /** The pictures of removed animals, to add them again, also after a reset that failed. */
  const removed = new Map<bigint, Map<string, StoredImage>>()

  /** Removes some of its animals, and returns whether there may be more. */
  const removeSome = async (accountId: bigint, author: Author): Promise<boolean> => {
    const some = await listOwnAnimals(database.read, { accountId, limit: AT_ONCE })
    if (some.length === 0) return false
    await database.writeAs(author, async (trx) => {
      await removeOrdersOf(
        trx.query,
        some.map(({ id }) => id),
      )
      for (const { id } of some) await removeAnimal(trx, id, accountId)
    })
    return some.length === AT_ONCE
  }

  /** It may have been removed or transferred a moment ago. */
  const removeAnimal = async (trx: Trx<Changes>, id: bigint, accountId: bigint): Promise<void> => {
    const found = await pets.get(trx, id).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'pet_not_found') return undefined
      throw error
    })
    if (found?.ownerId === accountId) await pets.discard(trx, found)
  }

  const cancelElsewhere = async ({ account, author }: For): Promise<void> => {
    const caller = { accountId: account.id, scopes: new Set<never>(), actsForStore: false }
    for (const { id } of await listOpenElsewhere(database.read, account.id)) {
      await orders.update(
        { caller, author },
        id,
        { status: 'cancelled' },
        { ifMatch: undefined, shown: (order) => order },
      )
    }
  }

  const run = async ({ account, author }: For): Promise<void> => {
    const bulk: Author = { ...author, isInBulk: true }
    const pictures = new Map([...(removed.get(account.id) ?? []), ...(await listPictures(database.read, account.id))])
    removed.set(account.id, pictures)
    await database.writeAs(author, async (trx) => trx.record({ kind: 'sample removal begun', accountId: account.id }))
    await cancelElsewhere({ account, author: bulk })
    while (await removeSome(account.id, bulk));
    const imports = await listSampleImports(database.read, account.id)
    await database.write(async ({ query }) => {
      await removeCases(query, account.id)
      await deleteSampleImports(query, imports)
    })
    await sample.add({ account, author }, { pictureOf: reusedPictures(deps, pictures) })
    removed.delete(account.id)
  }

  return {
    /** Adds the sample to a new store, without its pictures. */
    add: (by: For, stopping: AbortSignal) => sample.add(by, { stopping }),

    /** Adds the pictures, which takes longer. */
    addPictures: (by: For, stopping: AbortSignal) => sample.add(by, { stopping, pictureOf: deps.pictureOf }),

    async reset(by: For): Promise<void> {
      const { id } = by.account
      const before = running.get(id) ?? Promise.resolve()
      const next = before.catch(() => {}).then(() => run(by))
      running.set(id, next)
      try {
        await next
      } finally {
        if (running.get(id) === next) running.delete(id)
      }
    },
  }
}
