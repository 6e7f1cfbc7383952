import type { Trx } from '../../platform/storage/database.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { OwnedApplication } from './application.ts'
import { orNotFound } from './application-steps.ts'
import { findApplication } from './applications.repository.ts'

/**
 * Locks and returns an application that `actor` sees, or any without `actor`. Throws
 * `application_not_found`.
 */
export const lockApplication = async (trx: Trx, id: bigint, actor?: Actor): Promise<OwnedApplication> => {
  await trx.lock('applications', id)
  return orNotFound(await findApplication(trx.query, id, actor && visibleAccount(actor)))
}
