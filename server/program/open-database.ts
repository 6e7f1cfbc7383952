import { randomBytes } from 'node:crypto'
import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import { auditWriter } from '../accounts/audit/audit-writer.ts'
import { sealKeysOf } from '../accounts/mail/mail-seal.ts'
import { mailWriter } from '../accounts/mail/mail-writer.ts'
import { recordAdoptions } from '../adoptions/adoptions/adoptions.repository.ts'
import { changeCounts } from '../animals/categories/categories.repository.ts'
import { forgetNames, recordHistory, removeHistory } from '../animals/history/history.repository.ts'
import { removePhotos } from '../animals/photos/photo-files.repository.ts'
import { removeProfile } from '../animals/profiles/profiles.repository.ts'
import { refreshAnimals } from '../catalogue/animal-list/animal-facts.repository.ts'
import { refreshListings } from '../catalogue/listings/listing-step.repository.ts'
import { insertEvents } from '../feed/events/events.repository.ts'
import { rewriteEvents } from '../feed/events/past-events.repository.ts'
import { forgetResponses } from '../feed/webhooks/deliveries.repository.ts'
import { disableWebhooksOf, handOverWebhooks } from '../feed/webhooks/webhook-keys.repository.ts'
import type { Clock } from '../platform/clock.ts'
import type { Consequences } from '../platform/storage/consequences.ts'
import type { Database, DatabaseWatch } from '../platform/storage/database.ts'
import { applicationName } from '../platform/storage/postgres-programs.ts'
import { openSqlite, openSqliteReader, openSqliteServer } from '../platform/storage/sqlite.ts'
import type { Author } from '../requests/author/author.ts'
import {
  insertResponses,
  rewriteResponses,
} from '../requests/idempotency/idempotency.repository.ts'
import type { Change } from './changes/change.ts'
import { followChanges } from './changes/follow.ts'
import type { Notified } from './changes/notified.ts'
import type { DatabaseConfig } from './config/database.settings.ts'
import { programVersion } from './version.ts'

type Options = {
  groupCommit?: boolean
  isBulk?: boolean
  /** Whether it is opened for the server: an embedded database has one at most. */
  isServer?: boolean
  /** Whether nothing is to be written: then it is left as it is, byte for byte. */
  isReadOnly?: boolean
  watch?: DatabaseWatch
}

type OptionsForChanges = {
  clock: Clock
  notified: () => Notified
  audit: AuditKeys
}

/** The database that the settings name, for who records no changes. `prepareDatabase` makes its tables. */
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
    isReadOnly = false,
    ...options
  }: Options & { consequences?: Consequences<Kind, By> },
): Promise<Database<Kind, By>> => {
  if (config.kind === 'sqlite') {
    if (isReadOnly) return openSqliteReader({ path: config.path, ...options })
    const openFile = isServer ? openSqliteServer : openSqlite
    return openFile({ path: config.path, ...options })
  }
  // Loaded only where it is used: the embedded database starts sooner without it.
  const { openPostgres } = await import('../platform/storage/postgres.ts')
  const { url, deadlineMs } = config
  const { watch, consequences } = options
  return openPostgres({
    ...{ url, deadlineMs, watch, isReadOnly, consequences },
    applicationName: applicationName(programVersion),
  })
}
