import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import type { Clock } from '../platform/clock.ts'
import type { Consequences } from '../platform/storage/consequences.ts'
import type { Database, DatabaseWatch } from '../platform/storage/database.ts'
import { applicationName } from '../platform/storage/postgres-programs.ts'
import { openSqlite, openSqliteReader, openSqliteServer } from '../platform/storage/sqlite.ts'
import type { Author } from '../requests/author/author.ts'
import type { Change } from './changes/consequences.ts'
import { followChanges } from './changes/follow.ts'
import type { Notified } from './changes/notified.ts'
import { writersOf } from './changes/writers.ts'
import type { DatabaseConfig } from './config/database.settings.ts'
import { programVersion } from './version.ts'

type Options = {
  /** For a command that writes a lot while no client waits. */
  isBulk?: boolean
  /** For the server: an embedded database can have only one. */
  isServer?: boolean
  /** For reading only: the file stays byte for byte the same. */
  isReadOnly?: boolean
  /** For a server whose embedded database is on a full disk: for reading only too. */
  isFull?: boolean
  watch?: DatabaseWatch
}

type OptionsForChanges = {
  clock: Clock
  notified: () => Notified
  audit: AuditKeys
}

/** Opens the configured database for callers that record no changes. `prepareDatabase` creates its tables. */
export const openDatabase = (config: DatabaseConfig, options: Options = {}): Promise<Database<never, Author>> =>
  open<never, Author>(config, options)

/** Opens it for callers that record changes, with everything that must follow a change. */
export const openDatabaseForChanges = (
  config: DatabaseConfig,
  { clock, notified, audit, ...options }: Options & OptionsForChanges,
): Promise<Database<Change, Author>> => {
  const writers = writersOf(audit)
  return open(config, { ...options, consequences: followChanges({ clock, notified, writers }) })
}

/** Commands wait where requests would fail with 503. */
const BULK_DEADLINE_MS = 60_000

/** The database of the program. */
export type StoreDatabase = Awaited<ReturnType<typeof openDatabaseForChanges>>

const open = async <Kind, By>(
  config: DatabaseConfig,
  {
    isServer = false,
    isReadOnly = false,
    isFull = false,
    ...options
  }: Options & { consequences?: Consequences<Kind, By> },
): Promise<Database<Kind, By>> => {
  if (config.kind === 'sqlite') {
    if (isFull) return openSqliteReader({ path: config.path, ...options, writeFault: 'full' })
    if (isReadOnly) return openSqliteReader({ path: config.path, ...options })
    const openFile = isServer ? openSqliteServer : openSqlite
    return openFile({ path: config.path, ...options })
  }
  // Loaded on demand: a program with the embedded database starts faster without it.
  const { openPostgres } = await import('../platform/storage/postgres.ts')
  const { url } = config
  const deadlineMs = options.isBulk ? Math.max(BULK_DEADLINE_MS, config.deadlineMs ?? 0) : config.deadlineMs
  const { watch, consequences } = options
  return openPostgres({
    url,
    deadlineMs,
    watch,
    isReadOnly,
    consequences,
    applicationName: applicationName(programVersion),
  })
}
