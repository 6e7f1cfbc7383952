import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { recordAdoptions } from './adoptions/adoptions.repository.ts'
import { fillAnimals, refreshAnimals } from './animals/animal-facts.repository.ts'
import type { AuditKeys } from './audit/audit-chain.ts'
import { auditWriter } from './audit/audit-writer.ts'
import type { Author } from './author/author.ts'
import { changeCounts } from './categories/categories.repository.ts'
import type { Change } from './changes/change.ts'
import { followChanges } from './changes/follow.ts'
import type { Notified } from './changes/notified.ts'
import type { DatabaseConfig } from './config/database.settings.ts'
import { insertEvents } from './events/events.repository.ts'
import { rewriteEvents } from './events/past-events.repository.ts'
import { forgetNames, recordHistory, removeHistory } from './history/history.repository.ts'
import { insertResponses, rewriteResponses } from './idempotency/idempotency.repository.ts'
import { makeListings } from './listings/listing-rebuild.repository.ts'
import { refreshListings } from './listings/listing-step.repository.ts'
import { sealKeysOf } from './mail/mail-seal.ts'
import { mailWriter } from './mail/mail-writer.ts'
import { settleAllCustomers } from './orders/order-keys.repository.ts'
import { foldOrganizations } from './organizations/organizations.repository.ts'
import { removePhotos } from './photos/photo-files.repository.ts'
import type { Clock } from './platform/clock.ts'
import { systemClock } from './platform/clock.ts'
import type { Consequences } from './platform/storage/consequences.ts'
import type { Database, DatabaseWatch, OnNotice } from './platform/storage/database.ts'
import type { Migrations } from './platform/storage/migration.ts'
import { openSqlite, openSqliteServer } from './platform/storage/sqlite.ts'
import type { Tables } from './platform/storage/tables.ts'
import { removeProfile } from './profiles/profiles.repository.ts'
import { petfinderFilters } from './schema/migrations/0016-petfinder-filters.ts'
import { animalsAtAGlance } from './schema/migrations/0021-animals-at-a-glance.ts'
import { people as adopters } from './schema/migrations/0025-people.ts'
import { countedListings } from './schema/migrations/0026-counted-listings.ts'
import { migrations } from './schema/migrations.ts'
import { forgetResponses } from './webhooks/deliveries.repository.ts'
import { disableWebhooksOf, handOverWebhooks } from './webhooks/webhook-keys.repository.ts'

type Options = {
  groupCommit?: boolean
  isBulk?: boolean
  /** Whether it is opened for the server: an embedded database has one at most. */
  isServer?: boolean
  watch?: DatabaseWatch
  /** Standard error, where this is left out. */
  onNotice?: OnNotice
}

type OptionsForChanges = {
  clock: Clock
  notified: () => Notified
  audit: AuditKeys
}

/** The database that the settings name, for who records no changes. */
export const openDatabase = (
  config: DatabaseConfig,
  options: Options = {},
): Promise<Database<never, Author>> => open<never, Author>(config, options)

/** The same with all that follows the changes that are made in it. */
export const openDatabaseForChanges = (
  config: DatabaseConfig,
  { clock, notified, audit, ...options }: Options & OptionsForChanges,
): Promise<Database<Change, Author>> => {
  const written = {
    recordAdoptions,
    refreshAnimals,
    refreshListings,
    removeProfile,
    removePhotos,
    ...{ recordHistory, removeHistory, forgetNames },
    disableWebhooksOf,
    handOverWebhooks,
    changeCounts,
    insertEvents,
    insertResponses,
    insertMails: mailWriter({ keys: sealKeysOf(audit), random: randomBytes }),
    rewriteEvents,
    forgetResponses,
    rewriteResponses,
    appendAudit: auditWriter(audit),
  }
  return open(config, { ...options, consequences: followChanges({ clock, notified, written }) })
}

/** The database of the program. */
export type StoreDatabase = Awaited<ReturnType<typeof openDatabaseForChanges>>

const open = async <Kind, By>(
  config: DatabaseConfig,
  {
    isServer = false,
    onNotice = warn,
    ...options
  }: Options & { consequences?: Consequences<Kind, By> },
): Promise<Database<Kind, By>> => {
  if (config.kind === 'sqlite') {
    const openFile = isServer ? openSqliteServer : openSqlite
    return openFile({ path: config.path, migrations: steps, onNotice, ...options })
  }
  // Loaded only where it is used: the embedded database starts sooner without it.
  const { openPostgres } = await import('./platform/storage/postgres.ts')
  const { url, deadlineMs } = config
  const { watch, consequences } = options
  return openPostgres({ url, migrations: steps, deadlineMs, watch, onNotice, consequences })
}

/** The last step that changes what is kept of listings, organizations or animals has that made by what keeps it. */
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
    finish: (db) => settleAllCustomers(db as unknown as Kysely<Tables>),
  },
  '0026-counted-listings': {
    ...countedListings,
    finish: (db, onProgress) =>
      makeListings(db as unknown as Kysely<Tables>, { nowMs: systemClock.nowMs(), onProgress }),
  },
}

const warn: OnNotice = (text) => console.error(`warning: ${text}`)
