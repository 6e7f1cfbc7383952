import { randomBytes } from 'node:crypto'
import { accountsRepository } from '../accounts/accounts.repository.ts'
import { type AccountsService, accountsService } from '../accounts/accounts.service.ts'
import { type ApiKeysService, apiKeysService } from '../api-keys/api-keys.service.ts'
import { keyChanges as createKeyChanges } from '../api-keys/key-changes.ts'
import { categoriesRepository } from '../categories/categories.repository.ts'
import { type Config, readConfig } from '../config.ts'
import { type EventsService, eventsService } from '../events/events.service.ts'
import { openDatabase } from '../open-database.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import { type PetUpserts, petUpserts } from '../pets/pet-upserts.service.ts'
import { type PetsService, petsService } from '../pets/pets.service.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { createLogger } from '../platform/log.ts'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { Database } from '../platform/storage/database.ts'
import { type BansService, bansService } from '../rate-limits/bans.service.ts'
import { webhooksOfKeys } from '../webhooks/webhooks-of-keys.ts'
import { type Announcements, announcements } from './announcements.ts'

type Store = {
  config: Config
  database: Database
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
  announce: Announcements
  upserts: PetUpserts
}

/** Opens the database for one command, beside a server that may be running on it, and closes it after. */
export const withDatabase = async <T>(
  work: (store: Store) => MaybePromise<T>,
  options: { isBulk?: boolean } = {},
): Promise<T> => {
  const config = readConfig(process.env)
  const database = await openDatabase(config.database, options)
  const announce = announcements(config.redis)
  try {
    const retentionMs = config.eventRetentionMs
    const events = eventsService({ database, clock, retentionMs })
    const keyChanges = createKeyChanges({
      webhooks: webhooksOfKeys({ database, clock, events }),
      // Standard output is the command's own.
      log: createLogger('silent'),
      notifyOthers: announce.keysChanged,
    })
    const accounts = accountsService({ database, accounts: accountsRepository, keyChanges, clock })
    const keys = apiKeysService({
      database,
      accounts,
      changes: keyChanges,
      clock,
      random: randomBytes,
      mode: config.keyMode,
    })
    const bans = bansService({ database, clock, onLift: announce.banLifted })
    const upserts = petUpserts({ database, pets: petsOf({ database, config, events, announce }) })
    return await work({ config, database, upserts, accounts, keys, bans, announce })
  } finally {
    await announce.close()
    await database.close()
  }
}

type PetsDeps = {
  database: Database
  config: Config
  events: EventsService
  announce: Announcements
}

/** Animals by the rules of the service; what they change is told to the servers that run. */
const petsOf = ({ database, config, events, announce }: PetsDeps): PetsService =>
  petsService({
    database,
    // It may be of thousands: what others keep of animals is dropped as a whole.
    catalogue: { changed: announce.petsChanged },
    categories: categoriesRepository,
    orders: ordersRepository,
    events,
    strictCategories: config.strictCategories,
  })
