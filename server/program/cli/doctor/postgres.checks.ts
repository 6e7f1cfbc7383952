import { DAY_MS } from '../../../platform/durations.ts'
import { databaseTimeMs } from '../../../platform/storage/clock-check.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { parsePostgresAddress } from '../../../platform/storage/postgres-address.ts'
import {
  findReplicationFaults,
  findSchemasWith,
  findUnsafeSettings,
  readServerSettings,
  readTableRights,
  type ServerSettings,
  unsafeSettingsAdvice,
} from '../../../platform/storage/postgres-settings.ts'
import { rejectNewer, type Schema } from '../../../platform/storage/schema.ts'
import { showTime } from '../../../platform/time.ts'
import type { DatabaseConfig } from '../../config/database.settings.ts'
import { contributions } from '../../contributions.ts'
import { openDatabase } from '../../open-database.ts'
import { databaseSchema } from '../../schema/prepare-database.ts'
import { writeFaultTexts } from '../../schema/store-watch.ts'
import { checkClock } from './clock.checks.ts'
import { type Finding, messageOf, UPGRADE_ADVICE } from './finding.ts'

type Postgres = Extract<DatabaseConfig, { kind: 'postgres' }>

/** What else the settings say about the use of the server. */
type PostgresUse = {
  /** The other database of the same program. */
  staging?: DatabaseConfig | undefined
  /** Whether more than one replica is intended. */
  hasReplicas: boolean
  /** The file of the secret key, if there is one. */
  keyFile?: string | undefined
}

export const checkPostgres = async (store: Postgres, use: PostgresUse): Promise<Finding[]> => {
  try {
    const schema = await (await databaseSchema(store)).read()
    const database = await openDatabase(store)
    try {
      const startedAtMs = Date.now()
      const timeMs = await databaseTimeMs(database)
      const found = `PostgreSQL responds in ${Date.now() - startedAtMs} ms`
      const settings = await readServerSettings(database)
      return [
        { check: 'store', state: 'ok', found },
        await checkWrites(database),
        ...(await checkReplication(database)),
        await checkSchema(database, schema, { ...settings, ...use }),
        ...(await checkRights(database, schema, settings)),
        ...checkSettings(settings),
        ...(await checkDurability(database)),
        checkConnections(store, settings, use),
        checkClock('clock of the store', timeMs),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    const found = messageOf(error)
    return [{ check: 'store', state: 'fail', found, advice: connectionAdvice(found) }]
  }
}

const connectionAdvice = (found: string): string => {
  if (found.includes('pool_mode')) return 'set pool_mode=session: see docs/operating/availability.md'
  if (found.includes('permission denied')) return GRANT_ADVICE
  if (/password|authentication|role ".*" does not exist|pg_hba/.test(found))
    return 'correct the user and password in DATABASE_URL, and the lines of pg_hba.conf'
  if (/database ".*" does not exist/.test(found)) return 'create the database, or correct its name in DATABASE_URL'
  if (/certificate|SSL|TLS/i.test(found))
    return 'correct sslmode and sslrootcert in DATABASE_URL, or the certificate of the server'
  if (/too many (clients|connections)|connection slots/.test(found))
    return 'raise max_connections and the limits of the role and the database, or run fewer replicas'
  return 'check DATABASE_URL, and whether the server is running and can be reached'
}

const checkWrites = async (database: Pick<Database, 'writeFault'>): Promise<Finding> => {
  const check = 'writes'
  const fault = await database.writeFault()
  if (fault === undefined) return { check, state: 'ok', found: 'the server accepts them' }
  return {
    check,
    state: 'fail',
    found: `${writeFaultTexts[fault]}: every write gets 503`,
    advice:
      fault === 'read_only'
        ? 'name the primary in DATABASE_URL, or all its hosts with target_session_attrs=read-write'
        : 'check the log of the database server',
  }
}

const MIB = 2 ** 20

/** A commit that waits for a standby, and a disk that fills with what nobody fetches, stop all writes. */
const checkReplication = async (database: Pick<Database, 'read'>): Promise<Finding[]> => {
  const { unarchived, unusedSlots, awaitedStandbys } = await findReplicationFaults(database)
  const findings: Finding[] = []
  if (awaitedStandbys !== undefined) {
    findings.push({
      check: 'writes',
      state: 'fail',
      found: `every write waits for a standby (synchronous_standby_names = ${awaitedStandbys}), and none is connected`,
      advice: 'start the standby, or empty the setting: see docs/operating/availability.md',
    })
  }
  if (unarchived !== undefined) {
    findings.push({
      check: 'archive',
      state: 'warn',
      found: `PostgreSQL cannot archive ${unarchived}, and keeps all newer files of its log until the disk is full`,
      advice: 'correct archive_command: the log of the database server has its error',
    })
  }
  for (const { name, bytes } of unusedSlots) {
    findings.push({
      check: 'replication slots',
      state: 'warn',
      found: `nobody reads the slot ${name}, which keeps ${Math.round(bytes / MIB)} MiB of the log, and more with each write`,
      advice: `start the standby that uses it, or remove it: select pg_drop_replication_slot('${name}')`,
    })
  }
  return findings
}

const checkSchema = async (
  database: Pick<Database, 'read'>,
  schema: Schema,
  settings: ServerSettings & PostgresUse,
): Promise<Finding> => {
  const check = 'schema'
  const { isEmpty, latest, missing } = schema
  if (isEmpty) return checkEmpty(database, settings)
  const found = `version ${latest}`
  try {
    rejectNewer(schema)
  } catch (error) {
    const advice =
      'start the version of the program that it needs, or restore the backup from before: see docs/operating/upgrade.md'
    return { check, state: 'fail', found: messageOf(error), advice }
  }
  return missing.length === 0 ? { check, state: 'ok', found } : { check, state: 'warn', found, advice: UPGRADE_ADVICE }
}

/** With another search path, the first start would create a second, empty store. */
const checkEmpty = async (
  database: Pick<Database, 'read'>,
  { schema, keyFile }: ServerSettings & PostgresUse,
): Promise<Finding> => {
  const check = 'schema'
  const [other] = await findSchemasWith(database, 'kysely_migration')
  if (other === undefined && keyFile === undefined)
    return { check, state: 'ok', found: 'no tables yet: the first start creates them' }
  if (other === undefined) {
    return {
      check,
      state: 'warn',
      found: `no tables yet, although ${keyFile} is the key of a store: the start would create an empty one`,
      advice: 'correct the name of the database in DATABASE_URL, or copy or restore the store into it',
    }
  }
  return {
    check,
    state: 'fail',
    found: `the schema ${schema ?? 'of search_path'} is empty, and ${other} has a store: the start would create another one`,
    advice: `correct search_path: ALTER ROLE ... SET search_path = ${other}`,
  }
}

const TABLES = Object.keys(contributions.tables)
const GRANT_ADVICE =
  'make the role of DATABASE_URL the owner of the tables (ALTER TABLE ... OWNER TO), or GRANT it SELECT, INSERT, UPDATE and DELETE'

/** Checks what the role may do, without doing it. */
const checkRights = async (
  database: Pick<Database, 'read'>,
  schema: Schema,
  settings: ServerSettings,
): Promise<Finding[]> => {
  const check = 'permissions'
  // Without tables to create or change, this concerns only the next upgrade.
  const state = schema.isEmpty || schema.missing.length > 0 ? 'fail' : 'warn'
  const findings = schema.isEmpty ? [] : await checkTables(database, schema)
  if (!settings.canCreate) {
    const found =
      settings.schema === undefined
        ? 'no schema of search_path exists'
        : 'the role of DATABASE_URL may not create tables'
    const advice = 'make it the owner of the database, or GRANT CREATE ON SCHEMA public TO it'
    findings.push({ check, state, found, advice })
  }
  return findings
}

const checkTables = async (database: Pick<Database, 'read'>, schema: Schema): Promise<Finding[]> => {
  const check = 'permissions'
  const findings: Finding[] = []
  const rights = await readTableRights(database, [...TABLES, 'kysely_migration'])
  const readOnly = rights.filter(({ canWrite }) => !canWrite).map(({ name }) => name)
  if (readOnly.length > 0) {
    const found = `the role of DATABASE_URL may not read and write ${listed(readOnly)}`
    findings.push({ check, state: 'fail', found, advice: GRANT_ADVICE })
  }
  const foreign = rights.filter(({ isOwner }) => !isOwner).map(({ name }) => name)
  if (foreign.length > 0 && readOnly.length === 0) {
    const found = `upgrades need the owner of the tables, and the role of DATABASE_URL does not own ${listed(foreign)}`
    const state = schema.missing.length > 0 ? 'fail' : 'warn'
    findings.push({ check, state, found, advice: 'ALTER TABLE ... OWNER TO the role' })
  }
  const existing = new Set(rights.map(({ name }) => name))
  const lost = schema.missing.length > 0 ? [] : TABLES.filter((name) => !existing.has(name))
  if (lost.length > 0) {
    const found = `the database has lost ${listed(lost)}`
    const advice = 'restore a backup: see docs/operating/backup-and-restore.md'
    findings.push({ check: 'schema', state: 'fail', found, advice })
  }
  return findings
}

/** `the table pets`, or `41 tables, such as pets`. */
const listed = (names: readonly string[]): string =>
  names.length === 1 ? `the table ${names[0]}` : `${names.length} tables, such as ${names[0]}`

const SOON_MS = 14 * DAY_MS

const checkSettings = ({ encoding, passwordEndsAtMs, shortTimeouts }: ServerSettings): Finding[] => {
  const findings: Finding[] = []
  if (encoding !== 'UTF8') {
    const found = `the database has the encoding ${encoding}, which lacks most characters`
    const advice = 'create a database with ENCODING UTF8 TEMPLATE template0, and copy the data'
    findings.push({ check: 'encoding', state: 'fail', found, advice })
  }
  if (passwordEndsAtMs !== undefined && passwordEndsAtMs < Date.now() + SOON_MS) {
    const found = `the password of the role of DATABASE_URL expires at ${showTime(passwordEndsAtMs)}`
    const advice = 'ALTER ROLE ... VALID UNTIL: afterwards no connection can be opened'
    findings.push({ check: 'password', state: 'warn', found, advice })
  }
  if (shortTimeouts !== undefined) {
    const found = `${shortTimeouts}, set for the server, the database or the role`
    const advice = 'ALTER ROLE ... SET it to 0: the service has its own time limits, and writes that wait get 503'
    findings.push({ check: 'timeouts', state: 'warn', found, advice })
  }
  return findings
}

const checkDurability = async (database: Pick<Database, 'read'>): Promise<Finding[]> => {
  const unsafe = await findUnsafeSettings(database)
  if (unsafe.length === 0) return []
  const found = unsafe.join(' and ')
  return [{ check: 'durability', state: 'fail', found, advice: unsafeSettingsAdvice }]
}

/** The most connections that a replica opens to one database: see Sizing in docs/operating/install.md. */
const CONNECTIONS = 20

const checkConnections = (
  store: Postgres,
  { connections }: ServerSettings,
  { staging, hasReplicas }: PostgresUse,
): Finding => {
  const check = 'connections'
  const own = parsePostgresAddress(store.url)
  const other = staging?.kind === 'postgres' ? parsePostgresAddress(staging.url) : undefined
  const isShared = other !== undefined && hasSameServer(own, other)
  const opened = (isCounted: boolean) => (isCounted ? 2 * CONNECTIONS : CONNECTIONS)
  const limits = [
    { by: 'server', allowed: connections.server, each: opened(isShared) },
    { by: 'role', allowed: connections.role, each: opened(isShared && own.user === other?.user) },
    { by: 'database', allowed: connections.database, each: CONNECTIONS },
  ]
  const [tightest = { by: '', allowed: 0, each: CONNECTIONS }] = limits.toSorted(
    (a, b) => a.allowed / a.each - b.allowed / b.each,
  )
  const { by, allowed, each } = tightest
  const replicas = Math.floor(allowed / each)
  const ofStaging = each > CONNECTIONS ? `, ${CONNECTIONS} of them for staging` : ''
  const found = `the ${by} allows ${allowed} connections, and a replica opens up to ${each}${ofStaging}`
  if (replicas < (hasReplicas ? 2 : 1)) {
    const advice = `raise the limit to ${each} for each replica, or put PgBouncer in between`
    return { check, state: 'warn', found, advice }
  }
  return { check, state: 'ok', found: `${found}: enough for ${replicas}` }
}

type Address = ReturnType<typeof parsePostgresAddress>

const hasSameServer = (one: Address, other: Address): boolean =>
  one.hosts.some(({ host, port }) => other.hosts.some((server) => server.host === host && server.port === port))
