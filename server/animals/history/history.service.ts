import type { Database, Trx } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, checkOwner } from '../../requests/access/ownership.ts'
import type { Scope } from '../../requests/access/scope.ts'
import type { HistoryActionTable } from '../../requests/api/history-action.ts'
import { petError } from '../pets/pet.errors.ts'
import type { OwnedPet } from '../pets/pet.ts'
import { countHistory, type HistoryList, listHistory } from './history.repository.ts'
import type { HistoryEntry } from './history.ts'

type Deps = {
  actions: HistoryActionTable
  database: Pick<Database, 'read' | 'readLong'>
  findPet: (query: Trx['query'], id: bigint) => Promise<OwnedPet | undefined>
}

export type HistoryService = ReturnType<typeof historyService>

type Page = Pick<HistoryList, 'beforeId' | 'limit'>

/** The history of an animal, for the account that owns it. */
export const historyService = ({ actions, database, findPet }: Deps) => {
  const scopeOf = new Map<string, Scope>(Object.values(actions).map(({ shows, scope }) => [shows, scope]))

  /** What the caller may see. */
  const subjectsFor = ({ scopes }: Actor): string[] =>
    [...scopeOf].filter(([, scope]) => scopes.has(scope)).map(([shown]) => shown)

  /** Entries that are not shown must be skipped, which may take a longer read. */
  const readFor = (actor: Actor, subjects: readonly string[]) => {
    const { here, beside } = readsFor(database, actor)
    return subjects.length === scopeOf.size ? here : beside()
  }

  return {
    /** Throws `pet_not_found`, `not_owner`. */
    async check(actor: Actor, petId: bigint): Promise<void> {
      const found = await findPet(database.read, petId)
      if (!found) throw petError('pet_not_found')
      checkOwner(actor, found.ownerId)
    },

    async list(actor: Actor, petId: bigint, page: Page): Promise<HistoryEntry[]> {
      const subjects = subjectsFor(actor)
      return listHistory(readFor(actor, subjects), { petId, subjects, ...page })
    },

    async count(actor: Actor, petId: bigint): Promise<number> {
      const subjects = subjectsFor(actor)
      return countHistory(readFor(actor, subjects), { petId, subjects })
    },
  }
}
