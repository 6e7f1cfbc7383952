import { foldEmail } from '../../accounts/users/user.ts'
import type { PersonExport } from '../../people/personal-data/person.ts'
import type { PersonalExports } from '../../people/personal-data/personal-exports.service.ts'
import type { Database } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import { applicationError } from './application.errors.ts'
import { findApplication } from './applications.repository.ts'

type Deps = { database: Pick<Database, 'read' | 'readLong'>; exports: PersonalExports }

export type ExportApplicant = ReturnType<typeof applicantExport>

/** Exports everything that is stored about the applicant of an application. Throws `application_not_found`. */
export const applicantExport =
  ({ database, exports }: Deps) =>
  async (actor: Actor, id: bigint): Promise<PersonExport> => {
    const query = readsFor(database, actor).beside()
    const found = await findApplication(query, id, visibleAccount(actor))
    if (!found) throw applicationError('application_not_found')
    const { application, ownerId } = found
    const { applicant } = application
    if (!applicant) return exports.only({ applications: [application] })
    const person = { viewer: ownerId, key: foldEmail(applicant.email) }
    return { ...(await exports.ofPerson(query, person)), applicant }
  }
