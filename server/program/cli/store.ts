import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { storeServices } from '../../accounts/accounts.module.ts'
import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import { findAuditKeys, keysForReading } from '../../accounts/audit/audit-key.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import type { UserMails } from '../../accounts/users/user-mails.service.ts'
import type { UsersService } from '../../accounts/users/users.service.ts'

import type { PetTransfers } from '../../animals/pets/pet-transfers.service.ts'
import type { ExportChange } from '../../exchange/files/import-change.ts'
import { type Clock, systemClock as clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { DatabaseTooOld } from '../../platform/storage/schema.ts'
import { type Author, cliAuthor } from '../../requests/author/author.ts'
import { type BansService, bansService } from '../../requests/rate-limits/bans.service.ts'
import { openAuditKeys } from '../audit-keys.ts'
import type { Change } from '../changes/consequences.ts'
import type { Notified } from '../changes/notified.ts'
import { type Config, readConfig } from '../config.ts'
import { contributions } from '../contributions.ts'
import { openDatabaseForChanges, type StoreDatabase } from '../open-database.ts'
import { prepareDatabase } from '../schema/prepare-database.ts'
import { stagingOf } from '../staging/staging-config.ts'
import { upward } from '../upward.ts'
import { type Announcements, announcements } from './announcements.ts'
import { transferServices } from './transfer-services.ts'
import { UsageError } from './usage.ts'

/** The parts from which the services of a command are built. */
export type CommandParts = { config: Config; database: StoreDatabase; clock: Clock }

export type Store = {
  config: Config
  database: Database<Change, Author>
  auditKeys: AuditKeys
  /** The author of the command's changes. */
  author: Author
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
  users: UsersService
  mails: MailsService
  userMails: UserMails
  announce: Announcements
  transfers: PetTransfers
}

type StoreOptions = {
  /** Whether the command changes nothing: then a database must exist, and stays unchanged. */
  isReadOnly?: boolean
  /** Whether the command writes a lot. */
  isBulk?: boolean
  /** Whether the command is for staging. Throws `UsageError` if the store has none. */
  isStaging?: boolean
}

/** Opens the database for one command, even while a server uses it, and closes it afterwards. */
export const withDatabase = async <T>(
  work: (store: Store) => Promise<T>,
  { isReadOnly = false, isBulk = false, isStaging = false }: StoreOptions = {},
): Promise<T> => {
  const config = isStaging ? readStagingConfig() : readConfig(process.env)
  await prepareDatabase(config.database, isReadOnly ? 'read' : 'write')
  const audit = isReadOnly ? (findAuditKeys(config) ?? keysForReading) : await openAuditKeys(config)
  const announce = announcements(config.redis)
  const notified = notifiedBy(announce)
  const opening = { clock, audit, notified: () => notified, isReadOnly, isBulk }
  const database = await openDatabaseForChanges(config.database, opening)
  try {
    const parts = { config, database, clock, auditKeys: audit, contributions, ...upward }
    const { accounts, keys, mails, userMails, users } = storeServices(parts)
    const bans = bansService(parts)
    return await work({
      config,
      database,
      auditKeys: audit,
      accounts,
      keys,
      users,
      bans,
      mails,
      userMails,
      announce,
      ...transferServices(database),
      author: cliAuthor(),
    })
  } finally {
    await announce.close()
    await database.close()
  }
}

const readStagingConfig = (): Config => {
  const config = stagingOf(readConfig(process.env))
  if (config) return config
  throw new UsageError(
    'this store has no staging; start it with STAGING=on, and with PostgreSQL also STAGING_DATABASE_URL',
  )
}

/**
 * Records in the audit log what is done with the database as a whole. If the database accepts no entry, for example
 * because its disk is full, a backup matters all the more, so there is only a warning. Throws `DatabaseTooOld` and
 * `DatabaseMissing`.
 */
export const noteInLog = async (kind: ExportChange['kind']): Promise<void> => {
  await prepareDatabase(readConfig(process.env).database, 'read')
  await withDatabase(({ author, database }) => database.writeAs(author, async (trx) => trx.record({ kind }))).catch(
    (error) => console.error(`warning: no entry in the audit log: ${error.message}`),
  )
}

/** A database of an earlier version is left unchanged: the first start, or `migrate`, upgrades it. */
export const noteIfCurrent = async (kind: 'backup begun' | 'backup restored'): Promise<void> => {
  try {
    await noteInLog(kind)
  } catch (error) {
    if (!(error instanceof DatabaseTooOld)) throw error
    console.error('note: the store is of an earlier version, so its audit log has no entry of this')
  }
}

/** A command has no caches itself: running servers are notified. */
const notifiedBy = (announce: Announcements): Notified => ({
  catalogue: announce.petsChanged,
  listings: announce.petsChanged,
  keys: announce.keysChanged,
  liftedBans: (lifted) => Promise.all(lifted.map(({ ban }) => announce.banLifted(ban))),
  // A running server compares its copies itself.
  staging() {},
  feed() {},
  webhooks() {},
  dueDeliveries() {},
  dueMails() {},
  dueWork() {},
  // Standard output is for the command's own output.
  log() {},
})
