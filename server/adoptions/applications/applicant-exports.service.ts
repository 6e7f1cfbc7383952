import { foldEmail } from '../../accounts/users/user.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { OwnedOrder } from '../orders/order.ts'
import { applicationError } from './application.errors.ts'
import { type ApplicantExport, MAX_EXPORTED } from './application.ts'
import { listOfPerson } from './application-lists.repository.ts'
import { listMailsOfPerson } from './application-mails.repository.ts'
import { findApplication } from './applications.repository.ts'

type Query = Trx['query']
type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  orders: { listOf(query: Query, of: OfPerson): Promise<OwnedOrder[]> }
  clock: Pick<Clock, 'nowMs'>
}

export type ApplicantExports = ReturnType<typeof applicantExports>

/** Exports of everything that is stored about a person. */
export const applicantExports = ({ database, orders, clock }: Deps) => {
  const exportedAt = () => showTime(clock.nowMs())

  /** Everything that an account can see about the person with a normalized email address. */
  const ofPerson = async (query: Query, person: Omit<OfPerson, 'limit'>): Promise<ApplicantExport> => {
    const of = { ...person, limit: MAX_EXPORTED + 1 }
    const [sent, placed, written] = await Promise.all([
      listOfPerson(query, of),
      orders.listOf(query, of),
      listMailsOfPerson(query, of),
    ])
    const applicant = sent[0]?.applicant ?? placed[0]?.order.customer
    return {
      exportedAt: exportedAt(),
      ...(applicant && { applicant }),
      applications: sent.slice(0, MAX_EXPORTED),
      orders: placed.slice(0, MAX_EXPORTED).map(({ order }) => order),
      mails: written.slice(0, MAX_EXPORTED),
      isComplete: [sent, placed, written].every(({ length }) => length < of.limit),
    }
  }

  return {
    ofPerson,

    /** The same for the applicant of an application. Throws `application_not_found`. */
    async ofApplication(actor: Actor, id: bigint): Promise<ApplicantExport> {
      const query = readsFor(database, actor).beside()
      const found = await findApplication(query, id, visibleAccount(actor))
      if (!found) throw applicationError('application_not_found')
      const { application, ownerId } = found
      const { applicant } = application
      if (!applicant)
        return {
          exportedAt: exportedAt(),
          applications: [application],
          orders: [],
          mails: [],
          isComplete: true,
        }
      const person = { viewer: ownerId, key: foldEmail(applicant.email) }
      return { ...(await ofPerson(query, person)), applicant }
    },
  }
}
