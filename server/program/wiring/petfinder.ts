import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import { listPhotos } from '../../animals/photos/photos.repository.ts'
import { listingWindows } from '../../catalogue/listings/listing-window.service.ts'
import { accessTokens } from '../../exchange/petfinder/access-tokens.service.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & {
  auditKeys: Pick<AuditKeys, 'keyFor'>
  keys: ApiKeysService
}

/** What programs that were written for Petfinder's API are served by. */
export const wirePetfinder = ({ database, clock, auditKeys, keys }: Deps) => ({
  windows: listingWindows({ database, photos: { list: listPhotos }, clock }),
  tokens: accessTokens({ keys, secret: auditKeys.keyFor("Petfinder's access tokens"), clock }),
})
