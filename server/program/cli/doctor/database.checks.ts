import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseTimeMs } from '../../../platform/storage/clock-check.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { rejectNewer, type Schema } from '../../../platform/storage/schema.ts'
import { inspectDatabase } from '../../../platform/storage/sqlite-file.ts'
import type { DatabaseConfig } from '../../config/database.settings.ts'
import { openDatabase } from '../../open-database.ts'
import { databaseSchema } from '../../schema/prepare-database.ts'
import { storeFile } from '../../schema/store-file.ts'
import { writeFaultTexts } from '../../schema/store-watch.ts'
import { checkClock } from './clock.checks.ts'
import { type Finding, messageOf } from './finding.ts'

const GIB = 2 ** 30
const LOW_BYTES = 2 * GIB
const FULL_BYTES = GIB / 8
const UPGRADE_ADVICE = 'the next start or migrate will upgrade it'

export const checkDatabase = async (store: DatabaseConfig): Promise<Finding[]> =>
  store.kind === 'sqlite' ? checkFile(store.path) : checkPostgres(store)

const checkFile = (path: string): Finding[] => {
  const findings = [checkDisk(existing(dirname(path)))]
  if (!existsSync(path)) return [...findings, checkPlace(path)]
  try {
    const { version, isLatest } = inspectDatabase(path, storeFile)
    findings.push({
      check: 'store',
      state: isLatest ? 'ok' : 'warn',
      found: `${path}: sound, can be written, version ${version}`,
      ...(!isLatest && { advice: UPGRADE_ADVICE }),
    })
  } catch (error) {
    const advice = 'fix the permissions or the disk, or restore a backup'
    findings.push({ check: 'store', state: 'fail', found: `${path}: ${messageOf(error)}`, advice })
  }
  return findings
}

/** Checks whether the first start can create the store, by creating a folder and removing it again. */
const checkPlace = (path: string): Finding => {
  const check = 'store'
  try {
    rmdirSync(mkdtempSync(join(existing(dirname(path)), '.doctor-')))
    return { check, state: 'ok', found: `none yet: the first start creates ${path}` }
  } catch (error) {
    const found = `none yet, and ${path} cannot be created: ${messageOf(error)}`
    return { check, state: 'fail', found, advice: 'choose another path in DATABASE_URL' }
  }
}

const existing = (folder: string): string =>
  existsSync(folder) ? folder : existing(dirname(folder))

const checkDisk = (folder: string): Finding => {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const state = free < FULL_BYTES ? 'fail' : free < LOW_BYTES ? 'warn' : 'ok'
  return {
    check: 'disk',
    state,
    found: `${(free / GIB).toFixed(1)} GiB free`,
    ...(state !== 'ok' && { advice: 'free space: when the disk is full, writes get 503' }),
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
        checkClock('clock of the store', timeMs),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    const advice = 'check DATABASE_URL, and whether the server is running'
    return [{ check: 'store', state: 'fail', found: messageOf(error), advice }]
  }
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
    const advice = 'start the version of the program that it needs'
    return { check, state: 'fail', found: messageOf(error), advice }
  }
  return missing.length === 0
    ? { check, state: 'ok', found }
    : { check, state: 'warn', found, advice: UPGRADE_ADVICE }
}
