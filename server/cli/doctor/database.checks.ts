import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseConfig } from '../../config/database.settings.ts'
import { openDatabase } from '../../open-database.ts'
import { databaseTimeMs } from '../../platform/storage/clock-check.ts'
import { inspectDatabase } from '../../platform/storage/sqlite-file.ts'
import { storeFile } from '../../schema/store-file.ts'
import { checkClock } from './clock.checks.ts'
import { type Finding, messageOf } from './finding.ts'

const GIB = 2 ** 30
const LOW_BYTES = 2 * GIB
const FULL_BYTES = GIB / 8

export const checkDatabase = async (store: DatabaseConfig): Promise<Finding[]> =>
  store.kind === 'sqlite' ? checkFile(store.path) : checkPostgres(store)

const checkFile = (path: string): Finding[] => {
  const findings = [checkDisk(existing(dirname(path)))]
  if (!existsSync(path)) {
    return [
      ...findings,
      { check: 'store', state: 'ok', found: `none yet: the first start creates ${path}` },
    ]
  }
  try {
    accessSync(dirname(path), constants.W_OK)
    const { version, isLatest } = inspectDatabase(path, storeFile)
    findings.push({
      check: 'store',
      state: isLatest ? 'ok' : 'warn',
      found: `${path}: sound, can be written, version ${version}`,
      ...(!isLatest && { advice: 'the next start or migrate will upgrade it' }),
    })
  } catch (error) {
    const advice = 'fix the permissions or the disk, or restore a backup'
    findings.push({ check: 'store', state: 'fail', found: `${path}: ${messageOf(error)}`, advice })
  }
  return findings
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
    const database = await openDatabase(store)
    try {
      const startedAtMs = Date.now()
      const timeMs = await databaseTimeMs(database)
      const found = `PostgreSQL responds in ${Date.now() - startedAtMs} ms`
      return [{ check: 'store', state: 'ok', found }, checkClock('clock of the store', timeMs)]
    } finally {
      await database.close()
    }
  } catch (error) {
    const advice = 'check DATABASE_URL, and whether the server is running'
    return [{ check: 'store', state: 'fail', found: messageOf(error), advice }]
  }
}
