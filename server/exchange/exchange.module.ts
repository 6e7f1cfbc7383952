import { accountReview } from '../accounts/accounts/account-review.ts'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import type { AnimalsServices } from '../animals/animals.module.ts'
import { listPhotos } from '../animals/photos/photos.repository.ts'
import { listingWindows } from '../catalogue/listings/listing-window.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Module } from '../requests/api/module.ts'
import { accessTokens } from './petfinder/access-tokens.service.ts'
import { petfinderOperations } from './petfinder/petfinder.routes.ts'

type Parts = {
  database: Pick<Database, 'read' | 'readLong'>
  clock: Clock
  auditKeys: Pick<AuditKeys, 'keyFor'>
}

type Below = {
  accounts: Pick<AccountsServices, 'keys'>
  animals: Pick<AnimalsServices, 'organizations' | 'catalogue'>
}

export type ExchangeServices = ReturnType<typeof exchangeModule>['services']

/** What other systems speak: programs that were written for Petfinder's API are served as they expect. */
export const exchangeModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { database, clock, auditKeys } = parts
  const { keys } = below.accounts
  const windows = listingWindows({
    ...{ database, accounts: accountReview, photos: { list: listPhotos }, clock },
  })
  const secret = auditKeys.keyFor("Petfinder's access tokens")
  const tokens = accessTokens({ keys, secret, clock })
  const services = { petfinderTokens: tokens }
  const operations = petfinderOperations({ ...below.animals, windows, tokens, clock })
  return { services, operations } satisfies Module<typeof services>
}
