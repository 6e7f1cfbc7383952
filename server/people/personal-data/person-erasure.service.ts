import type { Database } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { CaseStatements } from './people.repository.ts'
import { personError } from './person.errors.ts'
import { type ErasedPerson, remainingName } from './person.ts'
import type { PersonIds } from './person-id.ts'
import { type Eraser, MAX_LISTED, type MentionsByName } from './personal-data.ts'

type Deps = {
  database: Database<never, Author>
  ids: PersonIds
  cases: readonly CaseStatements[]
  mentions: MentionsByName
  /** The eraser of the cases of a name. */
  eraserOf: (name: string) => Eraser
}

/** Cases of a kind, erased in one transaction, as all writes wait for it. */
const ERASED_AT_ONCE = 50
/** Cases of a kind, named in the message. */
const MAX_NAMED = 5

export type PersonErasure = ReturnType<typeof personErasure>

type Case = { id: bigint; status: string }
type Some = { kind: CaseStatements; found: readonly Case[] }

/**
 * Erases a person from all cases that the caller may erase, in batches, so it may be interrupted and repeated. Throws
 * `person_not_found`, `not_owner`, `person_has_open_cases`.
 */
export const personErasure =
  ({ database, ids, cases, mentions, eraserOf }: Deps) =>
  async ({ caller, author }: By<Actor>, id: string): Promise<ErasedPerson> => {
    /** They are locked in the order of their kinds, and of their ids. Closed ones stay closed. */
    const eraseSome = async (some: readonly Some[]): Promise<void> => {
      const plans: { eraser: Eraser; past: (readonly [bigint, bigint])[] }[] = []
      for (const { kind, found } of some) {
        const eraser = eraserOf(kind.name)
        const past: [bigint, bigint][] = []
        for (const id of idsOf(found)) past.push([id, await eraser.erasePast(caller, id)])
        plans.push({ eraser, past })
      }
      await database.writeAs(author, async (trx) => {
        for (const { eraser, past } of plans) for (const [id] of past) await eraser.lock?.(trx, id)
        for (const { eraser, past } of plans.toReversed()) {
          for (const [id, eventsAfter] of past) await eraser.eraseIn(trx, id, eventsAfter)
        }
      })
    }

    const key = ids.read(id)
    if (key === undefined) throw personError('person_not_found')
    const query = readsFor(database, caller).beside()
    const person = { viewer: visibleAccount(caller), key, limit: ERASED_AT_ONCE }
    const find = async (list: 'list' | 'listOpen'): Promise<Some[]> => {
      const some: Some[] = []
      for (const kind of cases) some.push({ kind, found: await kind[list](query, person) })
      return some
    }
    checkClosed(await find('listOpen'))
    const erased = new Map(cases.map(({ name }) => [name, 0]))
    for (;;) {
      const some = await find('list')
      if (some.every(({ found }) => found.length === 0)) break
      // The person may have applied again in the meantime.
      checkClosed(some)
      await eraseSome(some)
      for (const { kind, found } of some) erased.set(kind.name, (erased.get(kind.name) ?? 0) + found.length)
    }
    const remaining: [string, bigint[]][] = []
    for (const kind of cases) {
      const left = await kind.listRemaining?.(query, { ...person, limit: MAX_LISTED })
      if (left) remaining.push([remainingName(kind.name), left])
    }
    if ([...erased.values()].every((count) => count === 0)) {
      throw remaining.some(([, left]) => left.length > 0) ? requestError('not_owner') : personError('person_not_found')
    }
    await database.purgeDeletedData()
    const mentioned: [string, bigint[]][] = []
    for (const [name, { list }] of Object.entries(mentions)) {
      mentioned.push([name, await list(query, { viewer: person.viewer, email: key, limit: MAX_LISTED })])
    }
    return Object.fromEntries([...erased, ...remaining, ...mentioned])
  }

const idsOf = (cases: readonly Case[]): bigint[] =>
  cases.map(({ id }) => id).sort((one, other) => (one < other ? -1 : 1))

const checkClosed = (some: readonly Some[]): void => {
  const open = some.flatMap(({ kind: { kind, isOpen }, found }) => named(kind, found.filter(isOpen)))
  if (open.length === 0) return
  const message = `The person has ${open.join(' and ')}: close them first.`
  throw personError('person_has_open_cases', { message })
}

const named = (what: string, open: readonly Case[]): string[] => {
  if (open.length === 0) return []
  const ids = open.slice(0, MAX_NAMED).map(({ id }) => id)
  const more = open.length > MAX_NAMED ? ' and more' : ''
  return [`open ${what}${open.length > 1 ? 's' : ''} ${ids.join(', ')}${more}`]
}
