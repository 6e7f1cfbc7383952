import type { AuditTarget } from '../../accounts/audit/audit-entry.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import { type PersonRow, peopleCount, type Seen, streamStatements, streamsFor } from './people.repository.ts'
import { listPeople } from './people-list.ts'
import { personError } from './person.errors.ts'
import { countName, type Person, type PersonDetails, type PersonExport } from './person.ts'
import { contactOf, detailsOf, type Newest, petIdsOf } from './person-details.ts'
import type { PersonIds } from './person-id.ts'
import { MAX_LISTED, type PersonalDataByName } from './personal-data.ts'
import type { PersonalExports } from './personal-exports.service.ts'

type Query = Trx['query']

export type FindPetNames = (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, string>>

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  ids: PersonIds
  personal: PersonalDataByName
  exports: Pick<PersonalExports, 'ofPerson'>
  /** The names of those animals that still exist. */
  findPetNames: FindPetNames
}

/** `q` is folded; `after` is the end of the previous page. */
type PeopleList = { q: string | undefined; after: readonly string[] | undefined; limit: number }
type PeoplePage = { people: Person[]; next: readonly string[] | undefined }

/** The totals of one person over all streams: the number of cases by kind. */
type PersonTotals = { counts: ReadonlyMap<string, number>; firstMs: number; lastMs: number }

export type PeopleService = ReturnType<typeof peopleService>

/** Adopters by email address: the people in the records that an account may see. */
export const peopleService = ({ database, ids, personal, exports, findPetNames }: Deps) => {
  const kinds = Object.entries(personal).flatMap(([name, { list, cases }]) => (cases ? [{ name, list, ...cases }] : []))
  const streams = kinds.flatMap(({ kind, streams }) =>
    streams.flatMap((stream) => (stream ? [{ ...stream, kind, ...streamStatements(stream) }] : [])),
  )
  const countPeople = peopleCount(streams)

  /** The cases of a person, and the one to name in the audit log, which contains only numbers. */
  const newestOf = async (query: Query, viewer: bigint | undefined, id: string) => {
    const key = ids.read(id)
    if (key === undefined) throw personError('person_not_found')
    const newest: [string, Newest[number][1]][] = []
    const traces: AuditTarget[] = []
    for (const { name, kind, list } of kinds) {
      const records = await list(query, { viewer, key, limit: MAX_LISTED + 1 })
      newest.push([name, records])
      traces.push(...records.slice(0, 1).flatMap(({ details }) => (details ? [{ type: kind, id: details.id }] : [])))
    }
    const [trace] = traces
    if (!trace) throw personError('person_not_found')
    return { key, newest, trace }
  }

  const readTotals = async (
    query: Query,
    viewer: bigint | undefined,
    keys: readonly string[],
  ): Promise<Map<string, PersonTotals>> => {
    const totals = new Map<string, PersonTotals>()
    if (keys.length === 0) return totals
    for (const { kind, sums } of streamsFor(streams, { viewer })) {
      for (const row of await sums(query, { viewer, keys })) {
        const { counts = new Map<string, number>(), firstMs = Infinity, lastMs = 0 } = totals.get(row.key) ?? {}
        totals.set(row.key, {
          counts: new Map([...counts, [kind, (counts.get(kind) ?? 0) + Number(row.count)]]),
          firstMs: Math.min(firstMs, Number(row.first)),
          lastMs: Math.max(lastMs, Number(row.last)),
        })
      }
    }
    return totals
  }

  const toPerson = (row: PersonRow, totals: PersonTotals | undefined): Person => {
    const { name, email, phone, created_at } = row
    const { counts, firstMs, lastMs } = totals ?? {}
    return {
      id: ids.write(row.key),
      ...contactOf({ name, email, phone: phone ?? undefined }),
      ...Object.fromEntries(kinds.map(({ kind }) => [countName(kind), counts?.get(kind) ?? 0])),
      firstSeenAt: showTime(firstMs ?? created_at),
      lastSeenAt: showTime(lastMs ?? created_at),
    }
  }

  return {
    /** People, last seen first. Throws `invalid_cursor`. */
    async list(actor: Actor, { q, after, limit }: PeopleList): Promise<PeoplePage> {
      const query = readsFor(database, actor).beside()
      const seen: Seen = { viewer: visibleAccount(actor), parts: partsOf(q) }
      const merged = streamsFor(streams, seen).map(({ walk, newest }) => ({
        walk: async (beforeId: bigint | undefined, limit: number) => walk(query, { ...seen, beforeId, limit }),
        newest: async (keys: readonly string[]) => (keys.length === 0 ? [] : newest(query, { ...seen, keys })),
      }))
      const { rows, next } = await listPeople(merged, { after, limit })
      const keys = rows.map(({ key }) => key)
      const totals = await readTotals(query, seen.viewer, keys)
      return { people: rows.map((row) => toPerson(row, totals.get(row.key))), next }
    },

    count: (actor: Actor, q: string | undefined): Promise<number> => {
      const seen = { viewer: visibleAccount(actor), parts: partsOf(q) }
      return countPeople(readsFor(database, actor).beside(), seen)
    },

    /** Throws `person_not_found`. */
    async find(actor: Actor, id: string): Promise<{ person: PersonDetails; trace: AuditTarget }> {
      const query = readsFor(database, actor).beside()
      const viewer = visibleAccount(actor)
      const { key, newest, trace } = await newestOf(query, viewer, id)
      const totals = (await readTotals(query, viewer, [key])).get(key)
      const petIds = actor.scopes.has('pets:read') ? petIdsOf(newest) : []
      const names = await findPetNames(query, petIds)
      const person = totals && detailsOf(newest, { ...totals, id, names })
      // It may have been erased in between.
      if (!person) throw personError('person_not_found')
      return { person, trace }
    },

    /** Throws `person_not_found`. */
    async export(actor: Actor, id: string): Promise<{ exported: PersonExport; trace: AuditTarget }> {
      const query = readsFor(database, actor).beside()
      const viewer = visibleAccount(actor)
      const { key, trace } = await newestOf(query, viewer, id)
      return { exported: await exports.ofPerson(query, { viewer, key }), trace }
    },
  }
}

/** A search for more words than this is a search for the whole text. */
const MAX_PARTS = 8

/** The texts to search for, anywhere in a word: addresses are not split into words. */
const partsOf = (q: string | undefined): string[] => {
  if (q === undefined) return []
  const parts = [...new Set(q.split(/\s+/).filter((part) => part !== ''))]
  return parts.length > MAX_PARTS ? [q] : parts
}
