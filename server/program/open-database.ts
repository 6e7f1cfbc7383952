import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import type { Clock } from '../platform/clock.ts'
import type { Consequences } from '../platform/storage/consequences.ts'
import type { Database, DatabaseWatch } from '../platform/storage/database.ts'
import { applicationName } from '../platform/storage/postgres-programs.ts'
import { openSqlite, openSqliteReader, openSqliteServer } from '../platform/storage/sqlite.ts'
import type { Author } from '../requests/author/author.ts'
import type { Change } from './changes/change.ts'
import { followChanges } from './changes/follow.ts'
import type { Notified } from './changes/notified.ts'
import { writersOf } from './changes/writers.ts'
import type { DatabaseConfig } from './config/database.settings.ts'
import { programVersion } from './version.ts'

type Options = {
  groupCommit?: boolean
  /** Whether it is opened for a command that writes a great deal, and for which no client waits. */
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
  const writers = writersOf(audit)
  return open(config, { ...options, consequences: followChanges({ clock, notified, writers }) })
}

/** A command waits where a request would get 503. */
const BULK_DEADLINE_MS = 60_000

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
  const { url } = config
  const deadlineMs = options.isBulk
    ? Math.max(BULK_DEADLINE_MS, config.deadlineMs ?? 0)
    : config.deadlineMs
  const { watch, consequences } = options
  return openPostgres({
    ...{ url, deadlineMs, watch, isReadOnly, consequences },
    applicationName: applicationName(programVersion),
  })
}
