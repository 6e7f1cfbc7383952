import type { Trx } from '../../platform/storage/database.ts'
import { type Actor, visibleAccount } from '../../requests/access/ownership.ts'
import type { OwnedApplication } from './application.ts'
import { known } from './application-steps.ts'
import { findApplication } from './applications.repository.ts'

/** One that `actor` sees, or of anybody, until the end of the transaction; those of others are not there. */
export const held = async (trx: Trx, id: bigint, actor?: Actor): Promise<OwnedApplication> => {
  await trx.lock('applications', id)
  return known(await findApplication(trx.query, id, actor && visibleAccount(actor)))
}
