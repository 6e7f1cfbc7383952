import { randomBytes } from 'node:crypto'
import { accountsService } from '../../accounts/accounts/accounts.service.ts'
import { apiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import { organizationsService } from '../../animals/organizations/organizations.service.ts'
import type { Config } from '../config.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & { config: Pick<Config, 'database' | 'keyMode'> }

/** Who calls: accounts, their keys and their public details. */
export const wireAccounts = ({ config, database, clock }: Deps) => {
  const accounts = accountsService({ database, clock })
  const keys = apiKeysService({
    database,
    accounts,
    clock,
    random: randomBytes,
    mode: config.keyMode,
    maxAgeMs: keyAgeMs(config),
  })
  const organizations = organizationsService({ database, accounts, clock })
  return { accounts, keys, organizations }
}

/** A change of keys that this process is not notified of, as its channel or the sender's is down, holds after this. */
const UNTOLD_KEY_AGE_MS = 10_000
export const keyAgeMs = ({ database }: Pick<Config, 'database'>): number =>
  database.kind === 'postgres' ? UNTOLD_KEY_AGE_MS : Infinity
