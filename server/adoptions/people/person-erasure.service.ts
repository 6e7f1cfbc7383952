import type { Database, Trx } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { ApplicantErasure } from '../applications/applicant-erasure.service.ts'
import { isOpen as isOpenApplication } from '../applications/application.ts'
import type { ApprovalChanges } from '../applications/applications.service.ts'
import { isOpen as isOpenOrder } from '../orders/order.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import { type Case, type Cases, listCases, listOpenCases, listOrdersElsewhere } from './people.repository.ts'
import { personError } from './person.errors.ts'
import type { ErasedPerson } from './person.ts'
import { MAX_SHOWN } from './person-details.ts'
import type { PersonIds } from './person-id.ts'

type Deps = {
  database: Database<ApprovalChanges, Author>
  ids: PersonIds
  applications: Pick<ApplicantErasure, 'erasePast' | 'eraseIn'>
  orders: Pick<OrdersService, 'erasePast' | 'eraseIn'>
  /** The ids of animals whose notes contain an email address. */
  listMentions: (
    query: Trx['query'],
    mentions: { email: string; viewer: bigint | undefined; limit: number },
  ) => Promise<bigint[]>
}

/** Applications, and orders, erased in one transaction, as all writes wait for it. */
const ERASED_AT_ONCE = 50
/** Applications, and orders, named in the message. */
const MAX_NAMED = 5

export type PersonErasure = ReturnType<typeof personErasure>

/**
 * Erases a person: the applicants and customers of all cases that the caller may erase, in batches,
 * so it may be interrupted and repeated. Throws `person_not_found`, `not_owner`,
 * `person_has_open_cases`.
 */
export const personErasure =
  ({ database, ids, applications, orders, listMentions }: Deps) =>
  async ({ caller, author }: By<Actor>, id: string): Promise<ErasedPerson> => {
    /**
     * Applications are locked before orders, and each in order of their ids. Closed ones stay
     * closed.
     */
    const eraseSome = async (some: Cases): Promise<void> => {
      const [sent, placed] = [idsOf(some.applications), idsOf(some.orders)]
      const past = new Map<bigint, bigint>()
      const pastOfOrders = new Map<bigint, bigint>()
      for (const sentId of sent) past.set(sentId, await applications.erasePast(caller, sentId))
      for (const placedId of placed) pastOfOrders.set(placedId, await orders.erasePast(caller, placedId))
      await database.writeAs(author, async (trx) => {
        for (const sentId of sent) await trx.lock('applications', sentId)
        for (const placedId of placed) await orders.eraseIn(trx, placedId, pastOfOrders.get(placedId) ?? 0n)
        for (const sentId of sent) await applications.eraseIn(trx, sentId, past.get(sentId) ?? 0n)
      })
    }

    const key = ids.read(id)
    if (key === undefined) throw personError('person_not_found')
    const query = readsFor(database, caller).beside()
    const person = { viewer: visibleAccount(caller), key, limit: ERASED_AT_ONCE }
    checkClosed(await listOpenCases(query, person))
    const mentioned = { viewer: visibleAccount(caller), email: key }
    const erased = { applications: 0, orders: 0 }
    for (;;) {
      const some = await listCases(query, person)
      if (some.applications.length + some.orders.length === 0) break
      // The person may have applied again in the meantime.
      checkClosed(some)
      await eraseSome(some)
      erased.applications += some.applications.length
      erased.orders += some.orders.length
    }
    const remainingOrders = await listOrdersElsewhere(query, { ...person, limit: MAX_SHOWN })
    if (erased.applications + erased.orders === 0) {
      throw remainingOrders.length > 0 ? requestError('not_owner') : personError('person_not_found')
    }
    await database.purgeDeletedData()
    const notedPets = await listMentions(query, { ...mentioned, limit: MAX_SHOWN })
    return { ...erased, remainingOrders, notedPets }
  }

const idsOf = (cases: readonly Case[]): bigint[] =>
  cases.map(({ id }) => id).sort((one, other) => (one < other ? -1 : 1))

const checkClosed = ({ applications, orders }: Cases): void => {
  const open = [
    ...named(
      'application',
      applications.filter(({ status }) => isOpenApplication(status)),
    ),
    ...named(
      'order',
      orders.filter(({ status }) => isOpenOrder(status)),
    ),
  ]
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
