import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, checkOwner } from '../../requests/access/ownership.ts'
import type { Scope } from '../../requests/access/scope.ts'
import { petError } from '../pets/pet.errors.ts'
import type { OwnedPet } from '../pets/pet.ts'
import { countHistory, type HistoryList, listHistory } from './history.repository.ts'
import type { HistoryEntry, HistorySubject } from './history.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  findPet: (query: Trx['query'], id: bigint) => MaybePromise<OwnedPet | undefined>
}

export type HistoryService = ReturnType<typeof historyService>

type Page = Pick<HistoryList, 'beforeId' | 'limit'>

/** The history of an animal, for the account that owns it. */
export const historyService = ({ database, findPet }: Deps) => {
  /** Entries that are not shown must be skipped, which may take a longer read. */
  const readFor = (actor: Actor, subjects: readonly HistorySubject[]) => {
    const { here, beside } = readsFor(database, actor)
    return subjects.length === historySubjects.length ? here : beside()
  }

  return {
    /** Throws `pet_not_found`, `not_owner`. */
    async check(actor: Actor, petId: bigint): Promise<void> {
      const found = await findPet(database.read, petId)
      if (!found) throw petError('pet_not_found')
      checkOwner(actor, found.ownerId)
    },

    list(actor: Actor, petId: bigint, page: Page): MaybePromise<HistoryEntry[]> {
      const subjects = subjectsFor(actor)
      return listHistory(readFor(actor, subjects), { petId, subjects, ...page })
    },

    count(actor: Actor, petId: bigint): MaybePromise<number> {
      const subjects = subjectsFor(actor)
      return countHistory(readFor(actor, subjects), { petId, subjects })
    },
  }
}

/** The subjects that the caller may read. */
const subjectsFor = ({ scopes }: Actor): HistorySubject[] =>
  historySubjects.filter((subject) => scopes.has(scopeOf[subject]))

const scopeOf = {
  pet: 'pets:read',
  order: 'orders:read',
  application: 'applications:read',
} as const satisfies Record<HistorySubject, Scope>

const historySubjects = Object.keys(scopeOf) as HistorySubject[]
