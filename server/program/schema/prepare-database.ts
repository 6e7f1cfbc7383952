import type { Kysely } from 'kysely'
import { updateAllCustomerKeys } from '../../adoptions/orders/order-keys.repository.ts'
import { foldOrganizations } from '../../animals/organizations/organizations.repository.ts'
import { mendAllBonds } from '../../animals/profiles/bonds-mending.repository.ts'
import { fillAnimals } from '../../catalogue/animal-list/animal-facts.repository.ts'
import { makeListings } from '../../catalogue/listings/listing-rebuild.repository.ts'
import { systemClock } from '../../platform/clock.ts'
import type { OnNotice } from '../../platform/storage/database.ts'
import type { Migrations } from '../../platform/storage/migration.ts'
import { type Preparation, prepare, type SchemaAccess } from '../../platform/storage/prepare.ts'
import { sqliteSchema } from '../../platform/storage/sqlite-schema.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { programVersion } from '../version.ts'
import { petfinderFilters } from './migrations/0016-petfinder-filters.ts'
import { animalsAtAGlance } from './migrations/0021-animals-at-a-glance.ts'
import { people as adopters } from './migrations/0025-people.ts'
import { countedListings } from './migrations/0026-counted-listings.ts'
import { bonds } from './migrations/0065-bonds.ts'
import { migrations } from './migrations.ts'

type Options = {
  isServer?: boolean
  isForced?: boolean
  onNotice?: OnNotice
}

/**
 * Makes sure that the database has the tables of this version, or throws an error that says why it cannot. Only
 * `upgrade` changes a database that has tables.
 */
export const prepareDatabase = async (
  config: DatabaseConfig,
  by: Preparation,
  { isServer = false, isForced = false, onNotice = warn }: Options = {},
): Promise<void> => prepare(await databaseSchema(config, onNotice), steps, { by, isServer, isForced })

/** The schema of the configured database. */
export const databaseSchema = async (config: DatabaseConfig, onNotice: OnNotice = warn): Promise<SchemaAccess> => {
  if (config.kind === 'sqlite') return sqliteSchema({ path: config.path, migrations: steps, onNotice })
  // Loaded on demand: a program with the embedded database starts faster without it.
  const { postgresSchema } = await import('../../platform/storage/postgres-schema.ts')
  const { url } = config
  return postgresSchema({ url, version: programVersion, migrations: steps, onNotice })
}

const warn: OnNotice = (text) => console.error(`warning: ${text}`)

/** Derived data is filled after all migrations, by the last one that changes it. */
const steps: Migrations = {
  ...migrations,
  '0016-petfinder-filters': {
    ...petfinderFilters,
    finish: (db) => foldOrganizations(db as unknown as Kysely<Tables>),
  },
  '0021-animals-at-a-glance': {
    ...animalsAtAGlance,
    finish: (db) => fillAnimals(db as unknown as Kysely<Tables>),
  },
  '0025-people': {
    ...adopters,
    finish: (db) => updateAllCustomerKeys(db as unknown as Kysely<Tables>),
  },
  '0026-counted-listings': {
    ...countedListings,
    finish: (db, onProgress) =>
      makeListings(db as unknown as Kysely<Tables>, { nowMs: systemClock.nowMs(), onProgress }),
  },
  '0065-bonds': {
    ...bonds,
    finish: (db) => mendAllBonds(db as unknown as Kysely<Tables>),
  },
}
