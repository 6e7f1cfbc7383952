import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { ApplicantExports } from '../applications/applicant-exports.service.ts'
import type { ApplicantExport, Application } from '../applications/application.ts'
import type { OwnedOrder } from '../orders/order.ts'
import {
  countPeople,
  newestInStream,
  type PersonRow,
  type PersonTotals,
  readPetNames,
  readTotals,
  streamCount,
  walkStream,
} from './people.repository.ts'
import { listPeople } from './people-list.ts'
import { personError } from './person.errors.ts'
import type { Person, PersonDetails } from './person.ts'
import { contactOf, detailsOf, MAX_SHOWN, type Newest, petIdsOf } from './person-details.ts'
import type { PersonIds } from './person-id.ts'

type Query = Trx['query']
type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

/** Everything that one person has sent and an account may see, newest first. */
type PersonSources = {
  applications(query: Query, of: OfPerson): MaybePromise<Application[]>
  orders(query: Query, of: OfPerson): MaybePromise<OwnedOrder[]>
}

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  ids: PersonIds
  sources: PersonSources
  exports: Pick<ApplicantExports, 'ofPerson'>
}

/** `q` is folded; `after` is the end of the previous page. */
type PeopleList = { q: string | undefined; after: readonly string[] | undefined; limit: number }
type PeoplePage = { people: Person[]; next: readonly string[] | undefined }

/**
 * The application or order to name in the audit entry of a read, as the log contains only numbers.
 */
type PersonTrace = { type: 'application' | 'order'; id: bigint }

export type PeopleService = ReturnType<typeof peopleService>

/** Adopters by email address: the people in the applications and orders that an account may see. */
export const peopleService = ({ database, ids, sources, exports }: Deps) => {
  /** Throws `person_not_found`. */
  const newestOf = async (query: Query, viewer: bigint | undefined, id: string) => {
    const key = ids.read(id)
    if (key === undefined) throw personError('person_not_found')
    const of = { viewer, key, limit: MAX_SHOWN + 1 }
    const sent = await sources.applications(query, of)
    const placed = await sources.orders(query, of)
    return { key, newest: { sent, placed }, trace: traceOf({ sent, placed }) }
  }

  const toPerson = (row: PersonRow, totals: PersonTotals | undefined): Person => {
    const { name, email, phone, created_at } = row
    const { applications = 0, orders = 0, firstMs, lastMs } = totals ?? {}
    return {
      id: ids.write(row.key),
      ...contactOf({ name, email, phone: phone ?? undefined }),
      applicationCount: applications,
      orderCount: orders,
      firstSeenAt: showTime(firstMs ?? created_at),
      lastSeenAt: showTime(lastMs ?? created_at),
    }
  }

  return {
    /** People, last seen first. Throws `invalid_cursor`. */
    async list(actor: Actor, { q, after, limit }: PeopleList): Promise<PeoplePage> {
      const query = readsFor(database, actor).beside()
      const seen = { viewer: visibleAccount(actor), parts: partsOf(q) }
      const streams = {
        count: streamCount(seen),
        walk: (at: number, beforeId: bigint | undefined, limit: number) =>
          walkStream(query, at, { ...seen, beforeId, limit }),
        newest: (at: number, keys: readonly string[]) => newestInStream(query, at, { ...seen, keys }),
      }
      const { rows, next } = await listPeople(streams, { after, limit })
      const keys = rows.map(({ key }) => key)
      const totals = await readTotals(query, { ...seen, keys })
      return { people: rows.map((row) => toPerson(row, totals.get(row.key))), next }
    },

    count: (actor: Actor, q: string | undefined): Promise<number> => {
      const seen = { viewer: visibleAccount(actor), parts: partsOf(q) }
      return countPeople(readsFor(database, actor).beside(), seen)
    },

    /** Throws `person_not_found`. */
    async find(actor: Actor, id: string): Promise<{ person: PersonDetails; trace: PersonTrace }> {
      const query = readsFor(database, actor).beside()
      const viewer = visibleAccount(actor)
      const { key, newest, trace } = await newestOf(query, viewer, id)
      const totals = (await readTotals(query, { viewer, keys: [key] })).get(key)
      const petIds = actor.scopes.has('pets:read') ? petIdsOf(newest) : []
      const names = await readPetNames(query, petIds)
      const person = totals && detailsOf(newest, { id, names, ...totals })
      // It may have been erased in between.
      if (!person) throw personError('person_not_found')
      return { person, trace }
    },

    /** Throws `person_not_found`. */
    async export(actor: Actor, id: string): Promise<{ exported: ApplicantExport; trace: PersonTrace }> {
      const query = readsFor(database, actor).beside()
      const viewer = visibleAccount(actor)
      const { key, trace } = await newestOf(query, viewer, id)
      return { exported: await exports.ofPerson(query, { viewer, key }), trace }
    },
  }
}

const traceOf = ({ sent: [application], placed: [order] }: Newest): PersonTrace => {
  if (application) return { type: 'application', id: application.id }
  if (order) return { type: 'order', id: order.order.id }
  throw personError('person_not_found')
}

/** A search for more words than this is a search for the whole text. */
const MAX_PARTS = 8

/** The texts to search for, anywhere in a word: addresses are not split into words. */
const partsOf = (q: string | undefined): string[] => {
  if (q === undefined) return []
  const parts = [...new Set(q.split(/\s+/).filter((part) => part !== ''))]
  return parts.length > MAX_PARTS ? [q] : parts
}
