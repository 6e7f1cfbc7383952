import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { secretKeyPlace } from '../../../accounts/audit/audit-key.ts'
import { databaseFileParts, inspectDatabase } from '../../../platform/storage/sqlite-file.ts'
import type { Config } from '../../config.ts'
import { storeFile } from '../../schema/store-file.ts'
import { stagingOf } from '../../staging/staging-config.ts'
import { findAccessFault, findFolderFault, otherOwner } from './file-access.ts'
import { type Finding, messageOf, UPGRADE_ADVICE } from './finding.ts'
import { checkPostgres } from './postgres.checks.ts'

export const checkDatabase = async (config: Config): Promise<Finding[]> => {
  const { database: store, redis } = config
  const staging = stagingOf(config)?.database
  if (store.kind === 'postgres') {
    const keyFile = existingKeyFile(config)
    return checkPostgres(store, { staging, hasReplicas: redis !== undefined, keyFile })
  }
  return existsSync(store.path) ? checkFile(store.path) : [checkPlace(store.path, config)]
}

/** Checks the database of staging, if there is one. Its findings have the names of production's, after `staging`. */
export const checkStagingDatabase = async (config: Config): Promise<Finding[]> => {
  const staging = stagingOf(config)
  if (!staging) return []
  const findings = await checkDatabase(staging)
  return findings.map(({ check, ...finding }) => ({ check: `staging ${check}`, ...finding }))
}

/** Staging begins later, with the key of production. */
const existingKeyFile = ({ audit, environment }: Config): string | undefined => {
  const file = secretKeyPlace(audit)
  const isUsed = environment === 'production' && audit.secrets === undefined
  return isUsed && existsSync(file) ? file : undefined
}

const checkFile = (path: string): Finding[] => {
  const check = 'store'
  const fault = findFileFault(path)
  if (fault) return [{ check, state: 'fail', ...fault }]
  try {
    const { version, isLatest } = inspectDatabase(path, storeFile)
    const store: Finding = {
      check,
      state: isLatest ? 'ok' : 'warn',
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
    ? findFolderFault(dirname(path))
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
      check: 'user',
      state: 'warn',
      found: `this is root, who may write everything, and the store belongs to user ${owner}`,
      advice: `run this as the user of the service: sudo -u '#${owner}' ...`,
    },
  ]
}

/** Checks whether the first start can create the store, and whether it should. */
const checkPlace = (path: string, config: Config): Finding => {
  const check = 'store'
  const fault = findFolderFault(dirname(path))
  if (fault) {
    const found = `none yet, and ${path} cannot be created: ${fault.found}`
    const advice = `${fault.advice}, or choose another path in DATABASE_URL`
    return { check, state: 'fail', found, advice }
  }
  const key = existingKeyFile(config)
  if (key === undefined) return { check, state: 'ok', found: `none yet: the first start creates ${path}` }
  const others = storesBeside(path)
  const beside = others.length > 0 ? ` and ${others.join(', ')}` : ''
  return {
    check,
    state: 'fail',
    found: `${path} does not exist, although its folder has ${basename(key)}${beside}: the start would create an empty store`,
    advice: `correct DATABASE_URL, or restore a backup; for a new store, remove ${key}`,
  }
}

const storesBeside = (path: string): string[] =>
  readdirSync(dirname(path)).filter((name) => name.endsWith('.db') && statSync(join(dirname(path), name)).isFile())
