import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseTimeMs } from '../../../platform/storage/clock-check.ts'
import type { Database } from '../../../platform/storage/database.ts'
import {
  findUnsafeSettings,
  readServerSettings,
  unsafeSettingsAdvice,
} from '../../../platform/storage/postgres-settings.ts'
import { rejectNewer, type Schema } from '../../../platform/storage/schema.ts'
import { databaseFileParts, inspectDatabase } from '../../../platform/storage/sqlite-file.ts'
import type { DatabaseConfig } from '../../config/database.settings.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { databaseSchema } from '../../schema/prepare-database.ts'
import { storeFile } from '../../schema/store-file.ts'
import { writeFaultTexts } from '../../schema/store-watch.ts'
import { stagingOf } from '../../staging/staging-config.ts'
import { checkClock } from './clock.checks.ts'
import { existing, findAccessFault, otherOwner } from './file-access.ts'
import { type Finding, messageOf } from './finding.ts'

const UPGRADE_ADVICE = 'the next start or migrate will upgrade it'

export const checkDatabase = async (store: DatabaseConfig): Promise<Finding[]> =>
  store.kind === 'sqlite' ? checkFile(store.path) : checkPostgres(store)

/** Checks the database of staging, if there is one. Its findings have the names of production's, after `staging`. */
export const checkStagingDatabase = async (config: Config): Promise<Finding[]> => {
  const staging = stagingOf(config)
  if (!staging) return []
  const findings = await checkDatabase(staging.database)
  return findings.map(({ check, ...finding }) => ({ check: `staging ${check}`, ...finding }))
}

const checkFile = (path: string): Finding[] => {
  if (!existsSync(path)) return [checkPlace(path)]
  const check = 'store'
  const fault = findFileFault(path)
  if (fault) return [{ check, state: 'fail', ...fault }]
  try {
    const { version, isLatest } = inspectDatabase(path, storeFile)
    const store: Finding = {
      ...{ check, state: isLatest ? 'ok' : 'warn' },
      found: `${path}: sound, can be written, version ${version}`,
      ...(!isLatest && { advice: UPGRADE_ADVICE }),
    }
    return [store, ...checkOwner(path)]
  } catch (error) {
    const found = `${path}: ${messageOf(error)}`
    return [{ check, state: 'fail', found, advice: adviceFor(found) }]
  }
}

/** Why the file, those beside it, or their folder cannot be written. */
const findFileFault = (path: string) => {
  const parts = [...databaseFileParts, '-lock'].map((part) => path + part).filter(existsSync)
  for (const part of [dirname(path), ...parts]) {
    const fault = findAccessFault(part)
    if (fault) return fault
  }
  return statSync(path).isFile()
    ? undefined
    : { found: `${path} is not a file`, advice: 'name the file of the store in DATABASE_URL' }
}

const adviceFor = (found: string): string => {
  if (found.includes('later version'))
    return 'start the version that has upgraded it, or restore the backup from before: see docs/operating/upgrade.md'
  if (found.includes('another program')) return 'name the file of the store in DATABASE_URL'
  if (found.includes('locked')) return 'end the program that holds it: `fuser` names it'
  return 'check the disk, stop the server, and restore a backup: see docs/operating/backup-and-restore.md'
}

const checkOwner = (path: string): Finding[] => {
  const owner = otherOwner(path)
  if (owner === undefined) return []
  return [
    {
      ...{ check: 'user', state: 'warn' },
      found: `this is root, who may write everything, and the store belongs to user ${owner}`,
      advice: `run this as the user of the service: sudo -u '#${owner}' ...`,
    },
  ]
}

/** Checks whether the first start can create the store, by creating a folder and removing it again. */
const checkPlace = (path: string): Finding => {
  const check = 'store'
  try {
    rmdirSync(mkdtempSync(join(existing(dirname(path)), '.doctor-')))
    return { check, state: 'ok', found: `none yet: the first start creates ${path}` }
  } catch (error) {
    const fault = findAccessFault(existing(dirname(path)))
    const found = `none yet, and ${path} cannot be created: ${fault?.found ?? messageOf(error)}`
    const advice = `${fault ? `${fault.advice}, or ` : ''}choose another path in DATABASE_URL`
    return { check, state: 'fail', found, advice }
  }
}

const checkPostgres = async (store: DatabaseConfig): Promise<Finding[]> => {
  try {
    const schema = await (await databaseSchema(store)).read()
    const database = await openDatabase(store)
    try {
      const startedAtMs = Date.now()
      const timeMs = await databaseTimeMs(database)
      const found = `PostgreSQL responds in ${Date.now() - startedAtMs} ms`
      return [
        { check: 'store', state: 'ok', found },
        await checkWrites(database),
        checkSchema(schema),
        ...(await checkServer(database, schema)),
        ...(await checkDurability(database)),
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
  if (found.includes('pool_mode'))
    return 'set pool_mode=session: see docs/operating/availability.md'
  if (/password|authentication|role ".*" does not exist/.test(found))
    return 'correct the user and password in DATABASE_URL'
  if (/database ".*" does not exist/.test(found))
    return 'create the database, or correct its name in DATABASE_URL'
  if (/certificate|SSL|TLS/i.test(found))
    return 'correct sslmode and sslrootcert in DATABASE_URL, or the certificate of the server'
  return 'check DATABASE_URL, and whether the server is running and can be reached'
}

const checkDurability = async (database: Pick<Database, 'read'>): Promise<Finding[]> => {
  const unsafe = await findUnsafeSettings(database)
  if (unsafe.length === 0) return []
  const found = unsafe.join(' and ')
  return [{ check: 'durability', state: 'fail', found, advice: unsafeSettingsAdvice }]
}

/** The most connections that a replica needs: see Sizing in docs/operating/install.md. */
const CONNECTIONS = 20

/** Checks the settings of a PostgreSQL that can be reached. */
const checkServer = async (
  database: Pick<Database, 'read'>,
  schema: Schema,
): Promise<Finding[]> => {
  const { encoding, canCreate, connections } = await readServerSettings(database)
  const findings: Finding[] = []
  if (encoding !== 'UTF8') {
    const found = `the database has the encoding ${encoding}, which lacks most characters`
    const advice = 'create a database with ENCODING UTF8 TEMPLATE template0, and copy the data'
    findings.push({ check: 'encoding', state: 'fail', found, advice })
  }
  if (!canCreate) {
    // Without tables to create, this concerns only the next upgrade.
    const state = schema.isEmpty || schema.missing.length > 0 ? 'fail' : 'warn'
    const found = 'the role of DATABASE_URL may not create tables'
    const advice = 'make it the owner of the database, or GRANT CREATE ON SCHEMA public TO it'
    findings.push({ check: 'permissions', state, found, advice })
  }
  if (connections < CONNECTIONS) {
    const found = `the server or role allows ${connections} connections, and a replica opens up to ${CONNECTIONS}`
    const advice = 'raise max_connections or the limit of the role: requests wait, and get 503'
    findings.push({ check: 'connections', state: 'warn', found, advice })
  }
  return findings
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

const checkSchema = (schema: Schema): Finding => {
  const check = 'schema'
  const { isEmpty, latest, missing } = schema
  if (isEmpty) return { check, state: 'ok', found: 'no tables yet: the first start creates them' }
  const found = `version ${latest}`
  try {
    rejectNewer(schema)
  } catch (error) {
    const advice =
      'start the version of the program that it needs, or restore the backup from before: see docs/operating/upgrade.md'
    return { check, state: 'fail', found: messageOf(error), advice }
  }
  return missing.length === 0
    ? { check, state: 'ok', found }
    : { check, state: 'warn', found, advice: UPGRADE_ADVICE }
}
