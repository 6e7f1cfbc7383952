import { type Actor, checkOwner } from '../access/ownership.ts'
import { ApiError } from '../errors/api-error.ts'
import type { OwnedPet } from '../pets/pet.ts'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { countHistory, type HistoryList, listHistory } from './history.repository.ts'
import type { HistoryEntry, HistorySubject } from './history.ts'

type Deps = {
  database: Pick<Database, 'read'>
  findPet: (query: Trx['query'], id: bigint) => MaybePromise<OwnedPet | undefined>
}

export type HistoryService = ReturnType<typeof historyService>

type Page = Pick<HistoryList, 'beforeId' | 'limit'>

/** What has happened to an animal, for the account that it belongs to. */
export const historyService = ({ database: { read }, findPet }: Deps) => ({
  /** Throws `pet_not_found`, `not_owner`. */
  async check(actor: Actor, petId: bigint): Promise<void> {
    const found = await findPet(read, petId)
    if (!found) throw new ApiError('pet_not_found')
    checkOwner(actor, found.ownerId)
  },

  list: (actor: Actor, petId: bigint, page: Page): MaybePromise<HistoryEntry[]> =>
    listHistory(read, { petId, subjects: subjectsFor(actor), ...page }),

  count: (actor: Actor, petId: bigint): MaybePromise<number> =>
    countHistory(read, { petId, subjects: subjectsFor(actor) }),
})

/** What somebody may not read is not told by the way either. */
const subjectsFor = ({ scopes }: Actor): HistorySubject[] => [
  'pet',
  ...(scopes.has('orders:read') ? (['order'] as const) : []),
  ...(scopes.has('applications:read') ? (['application'] as const) : []),
]
